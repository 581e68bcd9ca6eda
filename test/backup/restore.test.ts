// Slow: it tries many faults.
import { readFileSync } from 'node:fs';
import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import { RestoreRefused } from '#lib/ops/restore/restore-refused.ts';
import { folderOf } from '#shared/backup/rules/backup.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { service } from '#shared/values/service.ts';
import { restoring } from '#shared/worker/stream-worker.ts';
import { newUser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { around, backUp, dynamo, emptyWorld, everything, orderBackup, sourceIn, tableIn, targetOf, taskOf, usedService } from './scene.ts';

const report = (app: TestApp, headers: { authorization: string }) =>
  app.reports.reportConversions({ query: { group_by: 'campaign' } as never, headers });

function cutAfter(writes: number): Dynamo {
  const whole = dynamo();
  let left = writes;
  return async (operation, input) => {
    if (operation === 'BatchWriteItem' && left-- <= 0) throw new Error('killed');
    return whole(operation, input);
  };
}

describe('a backup of 2,000 items that was killed', () => {
  let world: World;
  let app: TestApp;
  let owner: Awaited<ReturnType<typeof usedService>>;
  let before: Awaited<ReturnType<typeof everything>>;
  let id: string;
  beforeAll(async () => {
    world = await newWorld();
    app = await startApp(world);
    owner = await usedService(app, { sales: 670 });
    for (let i = 0; i < 4; i++)
      await tableIn(world, 'attribution').put({
        pk: `SOON#${i}`,
        sk: 'S',
        ttl: Math.floor(Date.now() / 1000) + i,
      });
    before = await everything(world);
    const taskId = await orderBackup(app);
    const killed = await startApp(world, { fault: { at: 60, mode: 'dies_after' } });
    await expect(killed.work('backup')).rejects.toThrow('failed');
    const half = await taskOf(app, taskId);
    expect(half.status).toBe('running');
    expect(half.progress.done_shards).toBeGreaterThan(2);
    expect(half.progress.done_shards).toBeLessThan(10);
    await app.work('backup');
    const { status, backup_id } = await taskOf(app, taskId);
    expect(status).toBe('completed');
    id = backup_id ?? '';
  });

  it('a killed and continued restore has the same tables and the same report', async () => {
    expect(Object.values(before).flat().length).toBeGreaterThanOrEqual(2000);
    const fresh = await emptyWorld(world);
    const source = sourceIn(world, id);
    const writes: string[] = [];
    const counted: Dynamo = async (operation, input) => {
      if (operation === 'BatchWriteItem') writes.push(operation);
      return dynamo()(operation, input);
    };
    const spare = await emptyWorld(world);
    const { items } = await restoreBackup(source, targetOf(spare, counted), around);
    expect(items).toBeGreaterThanOrEqual(2000);
    for (const share of [0.3, 0.5]) {
      const cut = targetOf(fresh, cutAfter(Math.floor(writes.length * share)));
      await expect(restoreBackup(source, cut, around)).rejects.toThrow('killed');
    }
    const again: string[] = [];
    await restoreBackup(
      source,
      targetOf(fresh, async (operation, input) => {
        if (operation === 'BatchWriteItem') again.push(operation);
        return dynamo()(operation, input);
      }),
      around,
    );
    expect(again.length).toBeLessThan(writes.length * 0.7);
    expect(await everything(fresh)).toEqual(before);
    expect(await everything(spare)).toEqual(before);
    const reported = await report(await startApp(fresh), owner.headers);
    expect(reported.status).toBe(200);
    expect(reported.body).toEqual((await report(app, owner.headers)).body);
  });

  it('a restore with running consumers sends, counts and notes nothing again', async () => {
    const told = { mails: world.mails.length, notices: world.notices.length };
    expect(told.mails).toBeGreaterThan(0);
    const fresh = await emptyWorld(world);
    const reborn = await startApp(fresh);
    await restoreBackup(sourceIn(world, id), targetOf(fresh), around);
    expect((await fresh.streams.peek('outbox')).length).toBeGreaterThan(0);
    expect((await fresh.streams.peek('conversion-totals')).length).toBeGreaterThan(1000);
    await reborn.settle();
    expect(reborn.calls).toEqual([]);
    expect([fresh.mails, fresh.messages, fresh.notices]).toEqual([[], [], []]);
    expect(await everything(fresh)).toEqual(before);

    const click = await reborn.pixel.createSession({
      body: { key: owner.pixelKey, url: 'https://shop.example/p?svc_campaign=spring&svc_ad_id=ad_9' },
    });
    const sid = click.status === 201 ? click.body.sid : '';
    const answer = await reborn.conversions.sendConversion({
      body: {
        event_type: 'order_created',
        event_id: 'order:new',
        value: 100,
        svc_click_id: sid,
      } as never,
      headers: owner.key,
    });
    expect(answer.status).toBeLessThan(300);
    await reborn.keys.createKey({
      body: { name: 'New', kind: 'secret', environment: 'live' },
      headers: owner.headers,
    });
    await reborn.settle();
    expect(fresh.mails).toHaveLength(1);
    const totals = (world: World) => everything(world).then(({ attribution }) => attribution.filter((item) => item.includes('"TOTALS#')));
    expect(await totals(fresh)).not.toEqual(await totals(world));
  });

  it('a restore before the streams exist needs one write an item', async () => {
    const fresh = await emptyWorld(world);
    let written = 0;
    const counting: Dynamo = async (operation, input) => {
      if (operation === 'BatchWriteItem') {
        const { RequestItems } = input as { RequestItems: Record<string, object[]> };
        const text = JSON.stringify(RequestItems);
        expect(text).not.toContain(`"${restoring}"`);
        written += Object.values(RequestItems).flat().length;
      }
      return dynamo()(operation, input);
    };
    const target = { ...targetOf(fresh, counting), isStreamed: async () => false };
    const { items } = await restoreBackup(sourceIn(world, id), target, around);
    expect(written).toBe(items);
    expect(await everything(fresh)).toEqual(before);
  });

  it('a restore requires empty tables, or continues itself', async () => {
    const fresh = await emptyWorld(world);
    await newUser(await startApp(fresh));
    const held = await everything(fresh);
    const restore = (from: string, to = fresh) => restoreBackup(sourceIn(world, from), targetOf(to), around);
    await expect(restore(id)).rejects.toThrow(/accounts is not empty/);
    expect(await everything(fresh)).toEqual(held);

    const partly = await emptyWorld(world);
    await tableIn(partly, 'analysis').put({ pk: 'SOMEBODY', sk: 'ELSE' });
    const untouched = await everything(partly);
    await expect(restore(id, partly)).rejects.toThrow(/analysis is not empty/);
    expect(await everything(partly)).toEqual(untouched);

    const half = await emptyWorld(world);
    await expect(restoreBackup(sourceIn(world, id), targetOf(half, cutAfter(3)), around)).rejects.toThrow('killed');
    world.clock.now += 60_000;
    const other = await backUp(app);
    await expect(restore(other, half)).rejects.toThrow(
      `half restored from another backup (${id}). To finish that: npm run restore -- --from ${id}`,
    );
    await restore(id, half);
    await restore(id, half);
    expect(await everything(half)).toEqual(before);
  });

  it('a restore tolerates only the deletion of expired items', async () => {
    const deleting = async (wanted: (item: string) => boolean) => {
      const fresh = await emptyWorld(world);
      const remove = async () => {
        const { attribution } = await everything(fresh);
        const chosen = attribution.filter(wanted).slice(0, 3);
        for (const item of chosen) {
          const { pk, sk } = Object.fromEntries(JSON.parse(item));
          await tableIn(fresh, 'attribution').remove({ pk: pk[0][1], sk: sk[0][1] });
        }
        return chosen.length;
      };
      let gone: Promise<number> | undefined;
      const meddling: Dynamo = async (operation, input) => {
        if (operation === 'Scan' && 'TotalSegments' in input && input.TotalSegments === 4) {
          gone ??= remove();
          await gone;
        }
        return dynamo()(operation, input);
      };
      await restoreBackup(sourceIn(world, id), targetOf(fresh, meddling), around);
      return await gone;
    };
    const expired = (item: string) => item.includes('SOON#');
    expect(await deleting(expired)).toBe(3);
    await expect(deleting((item) => item.includes('"CONVERSION#'))).rejects.toThrow(/they are not the same/);
  });

  it("a restore reports another writer's changes", async () => {
    const fresh = await emptyWorld(world);
    let added = false;
    const meddling: Dynamo = async (operation, input) => {
      if (operation === 'BatchWriteItem' && !added) {
        added = true;
        await tableIn(fresh, 'attribution').put({ pk: 'SOMEBODY', sk: 'ELSE' });
      }
      return dynamo()(operation, input);
    };
    await expect(restoreBackup(sourceIn(world, id), targetOf(fresh, meddling), around)).rejects.toThrow(
      /The table attribution holds \d+ items, and the backup \d+: they are not the same/,
    );
  });

  it.each<[string, (files: Map<string, Buffer>, dataKey: string) => void, RegExp]>([
    ['a byte of a file is another one', (files, key) => change(files, key, 20), /Checksum mismatch|cannot be read/],
    ['a file is cut short', (files, key) => files.set(key, (files.get(key) as Buffer).subarray(0, -20)), /cannot be read|[Cc]hecksum/],
    ['a file is gone', (files, key) => files.delete(key), /no file/],
    ['the manifest is another one', (files) => change(files, `${folderOf(id)}manifest.json`, 30), /Checksum mismatch in the manifest/],
    ['the backup was not completed', (files) => files.delete(`${folderOf(id)}manifest.json`), /No completed backup/],
  ])('is not begun when %s', async (_, spoil, sentence) => {
    const files = new Map(world.backups.files);
    const dataKey = [...files.keys()].filter((key) => key.includes(`${id}/attribution`) && key.includes('/data/'))[1] ?? '';
    spoil(files, dataKey);
    const fresh = await emptyWorld(world);
    const spoilt = sourceIn({ ...world, backups: { ...world.backups, files } }, id);
    await expect(restoreBackup(spoilt, targetOf(fresh), around)).rejects.toThrow(sentence);
    expect(Object.values(await everything(fresh)).flat()).toEqual([]);
  });
});

it('a backup names the version of the package', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  expect(service.version).toBe(version);
  expect(new RestoreRefused('x')).toBeInstanceOf(Error);
});

function change(files: Map<string, Buffer>, key: string, at: number) {
  const file = Buffer.from(files.get(key) as Buffer);
  file[at] = (file[at] ?? 0) ^ 1;
  files.set(key, file);
}
