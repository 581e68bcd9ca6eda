import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { checkpointsOf } from '../src/checkpoints.ts';

const folder = mkdtempSync(join(tmpdir(), 'checkpoints-'));
afterAll(() => rmSync(folder, { recursive: true }));

function scene(file: string, everyRows?: number) {
  const path = join(folder, file);
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA wal_autocheckpoint = 0; CREATE TABLE t (x)');
  const insert = database.prepare('INSERT INTO t VALUES (?)');
  const events: string[] = [];
  let rows = 0;
  const checkpoints = checkpointsOf(path, {
    rows: () => rows,
    hold: () => events.push('hold'),
    release: () => events.push('release'),
    failed: (error) => events.push(error.message),
    everyRows,
  });
  const write = (count: number) => {
    database.exec('BEGIN');
    for (let i = 0; i < count; i++) insert.run('x'.repeat(1000));
    database.exec('COMMIT');
    rows += count;
    checkpoints.committed();
  };
  return { path, database, events, checkpoints, write, logBytes: () => statSync(`${path}-wal`).size };
}
const settled = (events: readonly string[], count: number) => expect.poll(() => events.length, { interval: 5 }).toBe(count);

it('a checkpoint is made after so many rows, holds writes once, and the log starts again', async () => {
  const { database, events, checkpoints, write, logBytes } = scene('rows', 100);
  write(99);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(events).toEqual([]);
  write(1);
  await settled(events, 2);
  expect(events).toEqual(['hold', 'release']);
  const full = logBytes();
  write(99);
  expect(logBytes()).toBe(full);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(events).toHaveLength(2);
  write(1);
  await settled(events, 4);
  expect(events.slice(2)).toEqual(['hold', 'release']);
  await checkpoints.close();
  database.close();
});

it('rows that are written during a checkpoint start no second one beside it', async () => {
  const { database, events, checkpoints, write } = scene('running', 100);
  for (let i = 0; i < 20; i++) write(100);
  await settled(events, 2);
  write(1);
  await settled(events, 4);
  expect(events).toEqual(['hold', 'release', 'hold', 'release']);
  await checkpoints.close();
  database.close();
});

it('the end of checkpoints closes the database, and without a checkpoint there is nothing to end', async () => {
  const unused = scene('unused', 100);
  await unused.checkpoints.close();
  unused.database.close();
  const { path, database, events, checkpoints, write } = scene('closed', 10);
  write(10);
  await settled(events, 2);
  await checkpoints.close();
  database.close();
  // The last connection deletes the log.
  expect(statSync(`${path}-wal`, { throwIfNoEntry: false })).toBeUndefined();
});

it('a database that cannot be opened is reported', async () => {
  const events: string[] = [];
  const checkpoints = checkpointsOf(join(folder, 'missing', 'file'), {
    rows: () => events.length,
    hold() {},
    release() {},
    failed: ({ message }) => events.push(message),
    everyRows: 0,
  });
  checkpoints.committed();
  await settled(events, 1);
  expect(events[0]).toMatch('unable to open database file');
});
