import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { bundle } from '#lib/cloud/bundle.ts';
import { type ServiceFunction, serviceFunctions } from '#lib/cloud/functions.ts';
import { median } from './statistics.ts';

export type Row = {
  name: string;
  kilobytes: number;
  gzipKilobytes: number;
  medianMs: number;
  fastestMs: number;
  timesEmpty: number;
};

const emptyHandler = 'exports.handler = async () => ({ statusCode: 200, body: "{}" });\n';

/** Lambda starts Node with `--expose-gc` and loads by `require`. `performance.now()` starts with the process. */
const loader = 'if (typeof require(process.argv[1]).handler !== "function") process.exit(1); console.log(performance.now());';

/** The rounds alternate between functions, so that other load affects all of them alike. */
export async function coldStart(
  rounds = 15,
  signal?: AbortSignal,
  functions: readonly ServiceFunction[] = serviceFunctions,
): Promise<Row[]> {
  const folder = await mkdtemp(join(tmpdir(), 'adtrail-cold-start-'));
  try {
    await bundle(functions, folder);
    await mkdir(join(folder, 'empty'));
    await writeFile(join(folder, 'empty', 'index.js'), emptyHandler);
    const names = ['empty', ...functions.map(({ name }) => name)];
    const times = new Map(names.map((name) => [name, [] as number[]]));
    for (let round = -1; round < rounds; round++)
      for (const [name, list] of times) {
        await turn();
        signal?.throwIfAborted();
        const ms = loadMs(join(folder, name, 'index.js'));
        if (round >= 0) list.push(ms);
      }
    const empty = times.get('empty') ?? [];
    return await Promise.all(names.map((name) => rowOf(name, folder, times.get(name) ?? [], empty)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function loadMs(file: string): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', '-e', loader, file], {
    env: {},
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${file} does not load: ${stderr}`);
  return Number(stdout);
}

async function rowOf(name: string, folder: string, times: number[], empty: number[]): Promise<Row> {
  const code = await readFile(join(folder, name, name === 'empty' ? 'index.js' : 'code.js'));
  return {
    name,
    kilobytes: code.length / 1024,
    gzipKilobytes: gzipSync(code).length / 1024,
    medianMs: median(times),
    fastestMs: Math.min(...times),
    timesEmpty: median(times.map((ms, round) => ms / (empty[round] ?? Number.NaN))),
  };
}
