import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Facts } from '#lib/local/host.ts';
import { spawnHost } from '#test/local/spawn-host.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

export type Stall = { thread: string; at: number; cpuMs: number };
export type MeasuredHost = {
  facts: Facts;
  stallsSince(at: number): Stall[];
  /** Ends the host, and returns what its log has of failures. */
  stop(): Promise<string[]>;
};

export async function startMeasuredHost(): Promise<MeasuredHost> {
  const directory = temporaryFolder();
  const stallsFile = join(directory, 'stalls.ndjson');
  const host = spawnHost(['--port', '0', '--json', '--data', directory], {
    NODE_OPTIONS: `--import ${new URL('./stalls.mjs', import.meta.url).href}`,
    STALLS_FILE: stallsFile,
  });
  return {
    facts: await host.ready(),
    stallsSince: (at) =>
      existsSync(stallsFile)
        ? readFileSync(stallsFile, 'utf8')
            .split('\n')
            .filter(Boolean)
            .map((line): Stall => JSON.parse(line))
            .filter((stall) => stall.at >= at)
        : [],
    async stop() {
      await host.end('SIGTERM');
      const lines = readFileSync(join(directory, 'service.log'), 'utf8').split('\n');
      return lines.filter((line) => line.includes('"level":"ERROR"'));
    },
  };
}
