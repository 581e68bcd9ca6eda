import { inflateRawSync } from 'node:zlib';
import { tombstonesIn } from '#shared/event-log/store/tombstones.ts';
import { eraseNamesOf, type NamesPlace } from '#shared/reconciliation/erase-names.ts';
import { reconciliationPartsIn } from '#shared/reconciliation/store/parts.ts';
import { reconciliationsIn } from '#shared/reconciliation/store/reconciliations.ts';
import { tableAt } from '#shared/store/table.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { create, orderRow, previewed, read, reconciled, sendAll, sentOrder } from './scene.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});
const messageOf = (id: string, more = {}) => ({
  account_id: owner.id,
  environment: 'live',
  reconciliation_id: id,
  ...more,
});
const messages = () => app.world.messages.filter(({ queue }) => queue === 'reconciliation');
const forget = () => {
  app.world.messages.length = 0;
};
async function parts() {
  const items = await allItems(app.world, 'attribution');
  return items.filter(({ kind }) => kind === 'reconciliation_part');
}
async function dies(at: number, message: object) {
  const dying = await startApp(app.world, { fault: { at, mode: 'dies_before' } });
  expect(await dying.attempt('reconciliation', message).catch(() => false)).toBe(false);
  app.world.clock.now += 190_000;
}

describe('the workers of a reconciliation', () => {
  it('of two workers on one reconciliation, one proceeds and the other waits', async () => {
    const { reconciliation_id: id } = bodyOf(await create(app, owner, [orderRow(1)]));
    forget();
    const message = messageOf(id);
    const both = [app.attempt('reconciliation', message), app.attempt('reconciliation', message)];
    expect(await Promise.all(both)).toEqual([true, true]);
    expect(messages()).toMatchObject([{ message, delaySeconds: 15 }]);
    expect(await read(app, owner, id)).toMatchObject({ status: 'completed' });
    await app.work('reconciliation');
    expect(messages()).toEqual([]);
  });

  it('a reconciliation fails when its workers died ten times without progress, and leaves no part', async () => {
    const rows = [orderRow(1, 20, { external_user_id: 'u7' })];
    const { reconciliation_id: id } = bodyOf(await create(app, owner, rows));
    forget();
    for (let deaths = 1; deaths <= 10; deaths++) {
      expect((await read(app, owner, id)).status).toBe('pending');
      await dies(5, messageOf(id));
    }
    expect(await parts()).not.toEqual([]);
    expect(await app.attempt('reconciliation', messageOf(id))).toBe(true);
    expect(await read(app, owner, id)).toMatchObject({
      status: 'failed',
      problem_count: 1,
      problems: [{ code: 'interrupted' }],
    });
    expect(await parts()).toEqual([]);
  });

  it('a repair fails when its workers died ten times without progress, and can be undone', async () => {
    await sendAll(app, owner, [sentOrder(1, '15.00')]);
    const { reconciliation_id: id } = await reconciled(app, owner, [orderRow(1)]);
    const { preview_id } = bodyOf(await previewed(app, owner, id, 'adjust_values'));
    const of = { params: { id }, query: {}, headers: owner.headers };
    bodyOf(await app.reconciliation.adjustOrderValues({ ...of, body: { preview_id } }));
    forget();
    const message = messageOf(id, { repair: 'adjust_values' });
    for (let deaths = 1; deaths <= 10; deaths++) await dies(5, message);
    expect(await app.attempt('reconciliation', message)).toBe(true);
    expect((await read(app, owner, id)).repairs).toMatchObject([{ status: 'failed', changes: 0 }]);
    expect(await previewed(app, owner, id, 'adjust_values')).toMatchObject({
      body: { code: 'already_repaired' },
    });
    bodyOf(await app.reconciliation.undoRepair({ ...of, body: { repair: 'adjust_values' } }));
    await app.work('reconciliation');
    expect((await read(app, owner, id)).repairs).toMatchObject([{ status: 'undone' }]);
    expect((await previewed(app, owner, id, 'adjust_values')).status).toBe(200);
  });
});

describe('an erasure', () => {
  const named = (id: number) => orderRow(id, 20, { external_user_id: 'u7' });
  async function erase() {
    const body = { external_user_id: 'u7' };
    bodyOf((await app.privacy.erase({ body, headers: owner.headers })) as { status: number; body: unknown });
    await app.settle();
    await app.work('erasure');
  }
  const textOf = ({ packed }: Record<string, unknown>) => inflateRawSync(Buffer.from(String(packed), 'base64')).toString();
  const expectNoNames = async () => expect((await parts()).map(textOf).filter((text) => /[0-9a-f]{64}/.test(text))).toEqual([]);

  it('the orders of a request that died before it had stored all are removed, with an erasure or without', async () => {
    for (let at = 1; ; at++) {
      const dying = await startApp(app.world, { fault: { at, mode: 'dies_before' } });
      const answer = await create(dying, owner, [named(at)]).catch(() => null);
      if (answer && answer.status < 500) break;
    }
    expect((await parts()).some((part) => String(part.sk).startsWith('ORDERS#'))).toBe(true);
    await erase();
    await app.work('reconciliation');
    await expectNoNames();
    const left = (await parts()).map(({ sk }) => String(sk).split('#')[0]);
    expect(new Set(left)).toEqual(new Set(['FIGURES', 'ROWS']));
  });

  it('the rows of an earlier attempt, whose worker died, are removed', async () => {
    const { reconciliation_id: id } = bodyOf(await create(app, owner, [named(1)]));
    forget();
    const attempts = new Set<string>();
    for (let at = 4; ; at++) {
      const dying = await startApp(app.world, { fault: { at, mode: 'dies_before' } });
      if (await dying.attempt('reconciliation', messageOf(id)).catch(() => false)) break;
      app.world.clock.now += 190_000;
      for (const { sk } of await parts()) if (String(sk).startsWith('ROWS#')) attempts.add(String(sk).split('#')[1] ?? '');
    }
    expect(attempts.size).toBeGreaterThan(1);
    await app.work('reconciliation');
    await erase();
    await expectNoNames();
    const left = (await parts()).map(({ sk }) => String(sk).split('#').slice(0, 2).join('#'));
    expect(left).toEqual([expect.stringMatching(/^FIGURES#/), expect.stringMatching(/^ROWS#/)]);
  });

  it('names are removed from many reconciliations in pages that continue where the last one ended', async () => {
    for (let at = 1; at <= 3; at++) {
      await reconciled(app, owner, [named(at)]);
      app.world.clock.now += 1000;
    }
    await reconciled(app, owner, [named(4)], { environment: 'test' });
    const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
    const now = () => app.world.clock.now;
    const tombstones = tombstonesIn(table);
    const userHash = await app.userHash(owner.id, 'u7');
    const until = new Date(now()).toISOString();
    await tombstones.add({ accountId: owner.id, selector: { userHash } }, until);
    const deps = {
      tombstones,
      parts: reconciliationPartsIn(table),
      reconciliations: reconciliationsIn(table, { now }),
      queues: { send: async () => {} },
    };
    let place: NamesPlace | null | undefined;
    let pages = 0;
    while (place !== null) {
      let asked = 0;
      place = await eraseNamesOf(owner.id, place, () => ++asked > 2, deps);
      pages++;
    }
    expect(pages).toBeGreaterThan(3);
    await expectNoNames();
  });
});
