// Slow: it starts processes.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskSpool } from '#packages/node/src/spool.ts';
import { tryEdges } from '#test/kit/edges.ts';
import { temporaryFolder } from '#test/local/temporary-folder.ts';

const base = temporaryFolder();
const scope = 'https://adtrail.example sk_test';
const prefix = createHash('sha256').update(scope).digest('hex').slice(0, 12);
const newFolder = () => {
  const folder = join(base, randomUUID());
  mkdirSync(folder);
  return folder;
};
const files = (folder: string) => readdirSync(folder).map((file) => join(folder, file));

/** What the spool does with a file of another machine that was touched `ms` ago. */
async function outcomeOfAge(ms: number, staleMs?: number): Promise<'taken over' | 'left alone'> {
  const folder = newFolder();
  const file = join(folder, `${prefix}.0badcafe-1-0.${randomUUID()}.spool`);
  writeFileSync(file, '{"+":"key-1","e":{"event_id":"1"}}\n');
  const now = 1_795_000_000_000;
  utimesSync(file, now / 1000, (now - ms) / 1000);
  vi.useFakeTimers({ toFake: ['Date'], now });
  const spool = diskSpool(folder, staleMs === undefined ? {} : { staleMs });
  try {
    spool.open(scope);
    return (await spool.recover()) ? 'taken over' : 'left alone';
  } finally {
    vi.useRealTimers();
    await spool.close();
  }
}

/** The number of files after an event of so many bytes as a line, and one more. */
async function filesAfter(bytes: number): Promise<number> {
  const folder = newFolder();
  const spool = diskSpool(folder);
  spool.open(scope);
  const around = '{"+":"a","e":""}\n'.length;
  await spool.add({ key: 'a', json: `"${'x'.repeat(bytes - around)}"` });
  expect(files(folder).map((file) => statSync(file).size)).toEqual([bytes]);
  await spool.add({ key: 'b', json: '1' });
  const count = files(folder).length;
  await spool.close();
  return count;
}

describe('the spool', () => {
  tryEdges([
    {
      limit: 'milliseconds after which the file of another machine is taken over',
      value: 60_000,
      outcomeOf: (ms) => outcomeOfAge(ms),
      outcomes: ['left alone', 'left alone', 'taken over'],
    },
    {
      limit: 'the same with a `staleMs` of its own',
      value: 5000,
      outcomeOf: (ms) => outcomeOfAge(ms, 5000),
      outcomes: ['left alone', 'left alone', 'taken over'],
    },
    {
      limit: 'bytes above which new events go to another file',
      value: 4_000_000,
      outcomeOf: filesAfter,
      outcomes: [1, 1, 2],
    },
  ]);

  it('touches its files every 5 seconds while they hold events, so that nobody takes them over', async () => {
    const folder = newFolder();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const spool = diskSpool(folder);
    try {
      spool.open(scope);
      await spool.add({ key: 'a', json: '1' });
      const [file = ''] = files(folder);
      utimesSync(file, 1, 1);
      vi.advanceTimersByTime(4999);
      expect(statSync(file).mtimeMs).toBe(1000);
      vi.advanceTimersByTime(1);
      await expect.poll(() => statSync(file).mtimeMs).toBeGreaterThan(Date.now() - 60_000);
    } finally {
      vi.useRealTimers();
      await spool.close();
    }
  });
});
