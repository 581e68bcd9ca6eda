import { everyDay, recount } from '#lib/ops/recount.ts';
import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import { erasureFolder } from '#shared/event-log/store/erasure-files.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { type Advertiser, sceneOf } from '#test/api/events/scene.ts';
import { around, backUp, dynamo, emptyWorld, sourceIn, targetOf } from '#test/backup/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let app: TestApp;
let owner: Advertiser;
beforeEach(async () => {
  app = await startApp(await newWorld(Date.now()));
  owner = await newAdvertiser(app);
});

const minuteMs = 60_000;
const send = async (event_id: string, svc_click_id: string, external_user_id?: string, to = app) => {
  const fields = { event_id, svc_click_id, external_user_id, value: 5, properties: { note: 'Zanzibar' } };
  const answer = await sceneOf(to).send(owner, fields);
  expect(answer.status).toBeLessThan(300);
  return answer.body;
};
const erase = async (body: object) => {
  const answer = await app.privacy.erase({ body: body as never, headers: await app.signIn(owner.id) });
  expect(answer.status).toBe(202);
};
const eraseAndFinish = async (body: object) => {
  await erase(body);
  app.world.clock.now += 2 * minuteMs;
  await app.settle();
  await app.work('erasure');
};
const erasureFiles = () => [...app.world.backups.files].filter(([key]) => key.startsWith(erasureFolder));

async function restored(backupId: string, through: Dynamo = dynamo(), into?: World) {
  const world = into ?? (await emptyWorld(app.world));
  const now = () => world.clock.now;
  const { erased } = await restoreBackup(sourceIn(app.world, backupId), targetOf(world, through), {
    ...around,
    async finish() {
      const tableName = `${world.prefix}attribution`;
      await recount({ dynamo: through, tableName, ...everyDay, now }, around);
    },
  });
  return { back: await startApp(world), erased };
}

const isErased = async (of: TestApp, event_id: string) => (await sceneOf(of).receipt(owner, event_id)).erased === true;

async function expectNothingOf(of: TestApp, user: string, names: readonly string[]) {
  const hash = await of.userHash(owner.id, user);
  const items = (await allItems(of.world)).map((item) => JSON.stringify(item));
  expect(items.filter((item) => item.includes(hash))).toEqual([]);
  const values = (await allItems(of.world)).map(({ pk, sk, sid, kind, ...rest }) =>
    JSON.stringify(['session', 'click_row'].includes(String(kind)) ? rest : { pk, sk, sid, rest }),
  );
  for (const name of names) expect(values.filter((value) => value.includes(name))).toEqual([]);
}

async function visitors() {
  const [ada, lost, bob] = [
    await owner.click('svc_campaign=spring&gclid=g-ada'),
    await owner.click('svc_campaign=spring&gclid=g-lost'),
    await owner.click(),
  ];
  await send('ada1', ada, 'ada');
  await send('ada2', 'gclid:g-ada');
  await send('ada3', 's_nobody', 'ada');
  await send('lost1', lost);
  await send('bob1', bob, 'bob');
  await app.settle();
  return { ada, lost, bob };
}
const erasedIds = ['ada1', 'ada2', 'ada3', 'lost1'];

describe('a backup from before visitors were erased', () => {
  it('a backup from before visitors were erased does not bring them back: a restore erases them again, and totals and first answers stay', async () => {
    const { ada, lost } = await visitors();
    const [first, rows] = [await send('ada1', ada, 'ada'), await sceneOf(app).rows(owner)];
    const backupId = await backUp(app);
    await eraseAndFinish({ external_user_id: 'ada' });
    await eraseAndFinish({ svc_click_id: lost });
    const { back, erased } = await restored(backupId);
    expect(erased).toMatchObject({ events: 4, clicks: 2 });
    for (const id of erasedIds) expect([id, await isErased(back, id)]).toEqual([id, true]);
    expect(await isErased(back, 'bob1')).toBe(false);
    await expectNothingOf(back, 'ada', [ada, lost, 'g-ada', 'g-lost']);
    expect(await sceneOf(back).rows(owner)).toEqual(rows);
    expect(await send('ada1', ada, 'ada', back)).toEqual(first);
    expect(await send('late', ada, undefined, back)).toMatchObject({ matched: false });
  });

  it('a backup from before visitors were erased names nobody beside it: users are in the files by their keyed hash, and accounts by their id', async () => {
    const { lost } = await visitors();
    await eraseAndFinish({ external_user_id: 'customer-of-the-shop' });
    await eraseAndFinish({ svc_click_id: lost });
    const files = erasureFiles().map(([key, file]) => `${key} ${file}`);
    expect(files).toHaveLength(2);
    expect(files.join()).not.toContain('customer-of-the-shop');
    for (const file of files) expect(file).toContain(`_${owner.id}_`);
  });

  it('a backup from before visitors were erased holds what an erasure was still to do when it was made: the restore finishes it', async () => {
    await visitors();
    await erase({ external_user_id: 'ada' });
    app.world.clock.now += minuteMs;
    await send('ada4', 's_nobody', 'ada');
    const backupId = await backUp(app);
    app.world.clock.now += minuteMs;
    await app.settle();
    await app.work('erasure');
    const { back } = await restored(backupId);
    for (const id of ['ada1', 'ada4']) expect([id, await isErased(back, id)]).toEqual([id, true]);
    await expectNothingOf(back, 'ada', []);
  });

  it('a backup from before visitors were erased killed at any write of the erasure: the same command goes on', async () => {
    const { ada, lost } = await visitors();
    const backupId = await backUp(app);
    await eraseAndFinish({ external_user_id: 'ada' });
    await eraseAndFinish({ svc_click_id: lost });
    for (const survived of [0, 1, 3, 5]) {
      const world = await emptyWorld(app.world);
      let left = survived;
      const isOfErasure = (input: object) => JSON.stringify(input).includes('erasedAt');
      const dying: Dynamo = async (operation, input) => {
        if (['UpdateItem', 'DeleteItem'].includes(operation) && isOfErasure(input) && left-- === 0) throw new Error('killed');
        return await dynamo()(operation, input);
      };
      await expect(restored(backupId, dying, world)).rejects.toThrow('The store did not answer.');
      const { back } = await restored(backupId, dynamo(), world);
      for (const id of erasedIds) expect([id, await isErased(back, id)]).toEqual([id, true]);
      await expectNothingOf(back, 'ada', [ada, lost, 'g-ada', 'g-lost']);
    }
  });

  it('a backup from before visitors were erased with the same erasure ordered and worked on twice at once: it is erased once', async () => {
    await visitors();
    const backupId = await backUp(app);
    await Promise.all([1, 2, 3].map(() => erase({ external_user_id: 'ada' })));
    app.world.messages.push(...structuredClone(app.world.messages.filter(({ queue }) => queue === 'erasure')));
    app.world.clock.now += 2 * minuteMs;
    await Promise.all([app.work('erasure'), app.work('erasure')]);
    expect(erasureFiles()).toHaveLength(1);
    const { back, erased } = await restored(backupId);
    expect(erased).toEqual({ erasures: 1, events: 3, clicks: 1 });
    await expectNothingOf(back, 'ada', ['g-ada']);
  });
});

describe('a backup from after an erasure', () => {
  it('a backup from after an erasure keeps what the visitor did since', async () => {
    await visitors();
    await eraseAndFinish({ external_user_id: 'ada' });
    app.world.clock.now += minuteMs;
    const sid = await owner.click();
    await send('again', sid, 'ada');
    await app.settle();
    const { back, erased } = await restored(await backUp(app));
    expect(erased).toEqual({ erasures: 1, events: 0, clicks: 0 });
    expect(await isErased(back, 'again')).toBe(false);
    expect(await sceneOf(back).receipt(owner, 'again')).toMatchObject({ svc_click_id: sid });
    expect(await isErased(back, 'ada1')).toBe(true);
    const headers = await back.signIn(owner.id);
    const body = { external_user_id: 'ada' };
    expect((await back.privacy.erase({ body, headers })).body).toMatchObject({ erased_events: 1 });
  });
});

it('the file of an erasure whose account is not in the backup writes nothing for it', async () => {
  await visitors();
  const backupId = await backUp(app);
  await eraseAndFinish({ external_user_id: 'ada' });
  const [[key, file] = []] = erasureFiles();
  const other = { ...JSON.parse(String(file)), account_id: 140_000_000_000_001 };
  app.world.backups.files.set(`${key}.other`, Buffer.from(JSON.stringify(other)));
  const { back, erased } = await restored(backupId);
  expect(erased).toMatchObject({ erasures: 1, events: 3 });
  const items = (await allItems(back.world)).map((item) => JSON.stringify(item));
  expect(items.filter((item) => item.includes('140000000000001'))).toEqual([]);
});

it('the file of an erasure is a message of its queue: sent there, it erases in tables that came back otherwise', async () => {
  await visitors();
  const backupId = await backUp(app);
  await eraseAndFinish({ external_user_id: 'ada' });
  const [[, file] = []] = erasureFiles();
  app.world.backups.files.delete(erasureFiles()[0]?.[0] ?? '');
  const { back } = await restored(backupId);
  expect(await isErased(back, 'ada1')).toBe(false);
  back.world.messages.push({ queue: 'erasure', message: JSON.parse(String(file)), delaySeconds: 0 });
  await back.work('erasure');
  await expectNothingOf(back, 'ada', ['g-ada']);
});
