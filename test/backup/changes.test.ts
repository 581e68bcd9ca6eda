import { gunzipSync } from 'node:zlib';
import { describeBackups } from '#lib/ops/restore/list-backups.ts';
import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import { RestoreRefused } from '#lib/ops/restore/restore-refused.ts';
import { verifyBackup } from '#lib/ops/restore/verify-backup.ts';
import { longestChain } from '#shared/backup/order-backup.ts';
import { folderOf } from '#shared/backup/rules/backup.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { changingExports } from './changing-exports.ts';
import {
  around,
  dynamo,
  emptyWorld,
  everything,
  operator,
  orderBackup,
  sourceIn,
  tableIn,
  targetOf,
  taskOf,
  usedService,
} from './scene.ts';

const hour = 3_600_000;
let world: World;
let app: TestApp;
let windows: ReturnType<typeof changingExports>['windows'];

async function scene() {
  world = await newWorld();
  app = await startApp(world);
  const made = changingExports(world);
  world.tableExports = made.exports;
  windows = made.windows;
}

async function night(after = 24 * hour): Promise<string> {
  world.clock.now += after;
  const scheduledAt = new Date(world.clock.now).toISOString();
  const { task_id } = await app.runAtNight({ job: 'backup_database', scheduledAt });
  await app.work('backup');
  const task = await taskOf(app, task_id);
  expect(task).toMatchObject({ status: 'completed' });
  return task.backup_id ?? '';
}
const manifestOf = (id: string) => JSON.parse(String(world.backups.files.get(`${folderOf(id)}manifest.json`)));
const last = () => windows.slice(-3).map(({ at, since }) => ({ at, since }));
const items = (name: 'accounts' | 'attribution' | 'analysis') => tableIn(world, name);
const anItem = (n: number, value: string) => ({ pk: `SOME#${n}`, sk: 'S', kind: 'user', value });

describe('the backup of a night', () => {
  beforeEach(scene);

  it('nightly backups begin with everything, then have the changes since the previous backup without a gap', async () => {
    await newUser(app);
    const first = await night();
    const second = await night();
    const third = await night();
    expect(windows).toHaveLength(9);
    const full = windows[0]?.at ?? 0;
    expect(world.clock.now - 48 * hour - full).toBeGreaterThanOrEqual(5 * 60_000);
    expect(windows.map(({ at, since }) => [at, since])).toEqual([
      ...Array(3).fill([full, null]),
      ...Array(3).fill([full + 24 * hour, full]),
      ...Array(3).fill([full + 48 * hour, full + 24 * hour]),
    ]);
    expect(manifestOf(first)).toMatchObject({ format: 1, exportedAt: new Date(full).toISOString() });
    expect(manifestOf(first)).not.toHaveProperty('chain');
    expect(manifestOf(second)).toMatchObject({ format: 2, chain: [first] });
    expect(manifestOf(third)).toMatchObject({ format: 2, chain: [first, second] });
  });

  it('a late backup covers at most 24 hours', async () => {
    await night();
    const [{ at = 0 } = {}] = last();
    await night(24.7 * hour);
    expect(last()[0]).toEqual({ at: at + 24 * hour, since: at });
    await night(23.3 * hour);
    expect(last()[0]).toEqual({ at: at + 48 * hour, since: at + 24 * hour });
  });

  it.each([
    ['a night was missed', 48],
    ['it follows within minutes', 0.2],
  ])('a backup covers everything when %s', async (_, hours) => {
    await night();
    await night(hours * hour);
    expect(last()[0]).toMatchObject({ since: null });
  });

  it(`a backup covers everything again after ${longestChain}, and by an operator's order`, async () => {
    const ids = [];
    for (let n = 0; n <= longestChain; n++) ids.push(await night());
    const fulls = ids.filter((id) => manifestOf(id).chain === undefined);
    expect(fulls).toEqual([ids[0], ids[longestChain]]);
    world.clock.now += hour;
    await orderBackup(app);
    await app.work('backup');
    expect(last()[0]).toMatchObject({ since: null });
    await night(23 * hour);
    expect(last()[0]).toMatchObject({ since: expect.any(Number) });
  });

  it('a backup is listed with its required backups, and as damaged when one is gone', async () => {
    const [first, second] = [await night(), await night()];
    const list = async () => {
      const { body } = await app.operators.listBackups({ query: {}, headers: operator });
      return 'backups' in body ? body.backups.map(({ needs, is_damaged }) => ({ needs, is_damaged })) : body;
    };
    expect(await list()).toEqual([
      { needs: [first], is_damaged: false },
      { needs: [], is_damaged: false },
    ]);
    const objects = {
      list: async () => [...world.backups.files.keys()].map((key) => ({ key, at: 0, bytes: 1 })),
      get: async (key: string) => world.backups.files.get(key) ?? null,
    } as never;
    expect(await describeBackups(objects)).toEqual([
      expect.stringMatching(new RegExp(`^${first}  completed \\S+  accounts \\d+`)),
      expect.stringMatching(new RegExp(`^${second}  completed \\S+  changes since ${first}: accounts \\d+`)),
    ]);
    world.backups.files.delete(`${folderOf(first)}manifest.json`);
    expect(await list()).toEqual([{ needs: [first], is_damaged: true }]);
    expect(await describeBackups(objects)).toEqual([expect.stringContaining(`needs ${first}, which is not whole`)]);
  });
});

describe('a restore of a backup of changes', () => {
  let states: Awaited<ReturnType<typeof everything>>[];
  let ids: string[];

  beforeAll(async () => {
    await scene();
    await usedService(app, { sales: 40 });
    [states, ids] = [[], []];
    const note = async () => {
      ids.push(await night());
      states.push(await everything(world));
    };
    for (let n = 0; n < 6; n++) await items('accounts').put(anItem(n, 'first'));
    await note();
    await items('accounts').put(anItem(1, 'second'));
    await items('accounts').remove(keyAt(2));
    await items('accounts').remove(keyAt(3));
    await newUser(app);
    await app.settle();
    await note();
    await items('accounts').put(anItem(1, 'third'));
    await items('accounts').put(anItem(2, 'again'));
    await items('accounts').remove(keyAt(4));
    await items('attribution').put({ ...anItem(9, 'new'), kind: 'conversion' });
    await note();
    await items('accounts').remove(keyAt(2));
    await items('attribution').remove(keyAt(9));
    await note();
  });
  const keyAt = (n: number) => ({ pk: `SOME#${n}`, sk: 'S' });

  it.each([0, 1, 2, 3])('a restore of night %d has the tables of that time', async (n) => {
    const fresh = await emptyWorld(world);
    const { items: count } = await restoreBackup(sourceIn(world, ids[n] ?? ''), targetOf(fresh), around);
    expect(await everything(fresh)).toEqual(states[n]);
    expect(count).toBeGreaterThanOrEqual(Object.values(states[n] ?? {}).flat().length);
  });

  it('a restore has no effects: nothing is sent, counted or erased for its writes', async () => {
    const fresh = await emptyWorld(world);
    const reborn = await startApp(fresh);
    await restoreBackup(sourceIn(world, ids[3] ?? ''), targetOf(fresh), around);
    expect((await fresh.streams.peek('outbox')).length).toBeGreaterThan(0);
    await reborn.settle();
    expect(reborn.calls).toEqual([]);
    expect([fresh.mails, fresh.messages, fresh.notices]).toEqual([[], [], []]);
    expect(await everything(fresh)).toEqual(states[3]);
  });

  it('a restore that is killed after any write continues there', async () => {
    const fresh = await emptyWorld(world);
    const source = sourceIn(world, ids[3] ?? '');
    for (let writes = 3; ; writes += 7) {
      let left = writes;
      const cut: Dynamo = async (operation, input) => {
        if (operation !== 'GetItem' && operation !== 'Scan' && left-- <= 0) throw new Error('killed');
        return await dynamo()(operation, input);
      };
      const done = await restoreBackup(source, targetOf(fresh, cut), around).catch((error: Error) => {
        if (!`${error.message} ${error.cause}`.includes('killed')) throw error;
        return null;
      });
      if (done) break;
    }
    expect(await everything(fresh)).toEqual(states[3]);
  });

  it('a restore verifies all required files, and refuses missing, damaged or different files', async () => {
    const source = sourceIn(world, ids[3] ?? '');
    const { links, contents } = await verifyBackup(source);
    expect(links.map(({ manifest }) => manifest.id)).toEqual(ids);
    expect(contents.get('accounts')?.itemCount).toBeGreaterThanOrEqual(states[3]?.accounts.length ?? 0);
    const { files } = world.backups;
    const data = [...files.keys()].find(
      (key) => key.startsWith(folderOf(ids[1] ?? '')) && key.includes('/data/') && (files.get(key)?.length ?? 0) > 0,
    ) as string;
    const manifest = `${folderOf(ids[1] ?? '')}manifest.json`;
    for (const [key, body] of [
      [data, Buffer.from('x')],
      [manifest, null],
      [manifest, files.get(`${folderOf(ids[2] ?? '')}manifest.json`) as Buffer],
    ] as const) {
      const kept = files.get(key) as Buffer;
      if (body) files.set(key, body);
      else files.delete(key);
      await expect(verifyBackup(source)).rejects.toThrow(RestoreRefused);
      files.set(key, kept);
    }
    const own = ['manifest.json', 'manifest.sha256'].map((name) => {
      const key = folderOf(ids[1] ?? '') + name;
      const kept = files.get(key) as Buffer;
      files.set(key, files.get(folderOf(ids[2] ?? '') + name) as Buffer);
      return [key, kept] as const;
    });
    await expect(verifyBackup(source)).rejects.toThrow('a different backup was found under that ID');
    for (const [key, kept] of own) files.set(key, kept);
    await verifyBackup(source);
  });

  describe('into tables that hold the full backup by an import', () => {
    const withoutStreams = (fresh: World, through?: Dynamo) => ({
      ...targetOf(fresh, through),
      isStreamed: async () => false,
    });
    const imported = { ...around, isImported: true };
    async function importedWorld(id: string): Promise<World> {
      const fresh = await emptyWorld(world);
      for (const { name, files } of manifestOf(id).tables)
        for (const file of files) {
          const body = world.backups.files.get(folderOf(id) + file.key) as Buffer;
          const lines = body.length > 0 ? gunzipSync(body).toString().trimEnd().split('\n') : [];
          for (const line of lines) await dynamo()('PutItem', { TableName: fresh.prefix + name, Item: JSON.parse(line).Item });
        }
      return fresh;
    }

    it('a restore after an import writes later changes and compares all, also when it is killed', async () => {
      const fresh = await importedWorld(ids[0] ?? '');
      const source = sourceIn(world, ids[3] ?? '');
      let left = 4;
      const cut: Dynamo = async (operation, input) => {
        if (operation === 'BatchWriteItem' && left-- <= 0) throw new Error('killed');
        return await dynamo()(operation, input);
      };
      await expect(restoreBackup(source, withoutStreams(fresh, cut), imported)).rejects.toThrow('killed');
      await restoreBackup(source, withoutStreams(fresh), imported);
      expect(await everything(fresh)).toEqual(states[3]);
    });

    it('a restore after an import refuses another backup, and a table with a consumed stream', async () => {
      const source = sourceIn(world, ids[3] ?? '');
      const streamed = await importedWorld(ids[0] ?? '');
      await expect(restoreBackup(source, targetOf(streamed), imported)).rejects.toThrow('has a stream');
      expect(await everything(streamed)).toEqual(states[0]);
      await tableIn(streamed, 'accounts').put(anItem(77, 'of somebody else'));
      await expect(restoreBackup(source, withoutStreams(streamed), imported)).rejects.toThrow('they are not the same');
      const full = await importedWorld(ids[0] ?? '');
      await expect(restoreBackup(source, withoutStreams(full), around)).rejects.toThrow('is not empty');
    });
  });

  it('after a restore the next backup covers everything', async () => {
    const fresh = await emptyWorld(world);
    const made = changingExports(fresh);
    fresh.tableExports = made.exports;
    await restoreBackup(sourceIn(world, ids[3] ?? ''), targetOf(fresh), around);
    const reborn = await startApp(fresh);
    fresh.clock.now += 6 * hour;
    const scheduledAt = new Date(fresh.clock.now).toISOString();
    await reborn.runAtNight({ job: 'backup_database', scheduledAt });
    await reborn.work('backup');
    expect(made.windows.map(({ since }) => since)).toEqual([null, null, null]);
  });
});
