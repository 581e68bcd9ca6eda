import { readFileSync } from 'node:fs';

/** The kernel counts in ticks of 10 ms, wherever Node runs. */
const tickMicros = 10_000;

/** CPU time that a process has used so far, in microseconds; `undefined` where Linux does not tell it. */
export function cpuMicros(pid: number | undefined): number | undefined {
  if (!pid || process.platform !== 'linux') return undefined;
  // The name in brackets may hold spaces and brackets itself.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  const [user, system] = [fields[11], fields[12]];
  return (Number(user) + Number(system)) * tickMicros;
}
