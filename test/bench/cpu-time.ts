import { readFileSync } from 'node:fs';

/** Linux counts in ticks of 10 ms. */
const tickMicros = 10_000;

/** Returns `undefined` without `/proc`. */
export function cpuMicros(pid: number | undefined): number | undefined {
  if (!pid || process.platform !== 'linux') return undefined;
  // The name in brackets can contain spaces and brackets.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * tickMicros;
}
