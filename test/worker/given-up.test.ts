import { queues } from '#functions/queues.ts';
import { create, orderRow, previewed, read, reconciled, sendAll, sentOrder } from '#test/api/reconciliation/scene.ts';
import { bodyOf } from '#test/journeys/answers.ts';
import { newAdvertiser, newWorld, startApp, type TestApp } from '#test/kit/harness.ts';

let app: TestApp;
let owner: Awaited<ReturnType<typeof newAdvertiser>>;
beforeEach(async () => {
  app = await startApp(await newWorld());
  owner = await newAdvertiser(app);
});
const sentTo = (queue: string) => app.world.messages.filter((sent) => sent.queue === queue);
const forget = () => {
  app.world.messages.length = 0;
};
const lastReceive = (queue: 'reconciliation' | 'recount', message: object) => app.attempt(queue, message, queues[queue].maxReceives);
const ref = (id: string, more = {}) => ({
  account_id: owner.id,
  environment: 'live',
  reconciliation_id: id,
  ...more,
});
async function repairing() {
  await sendAll(app, owner, [sentOrder(1, '15.00')]);
  const { reconciliation_id: id } = await reconciled(app, owner, [orderRow(1)]);
  const { preview_id } = bodyOf(await previewed(app, owner, id, 'adjust_values'));
  const params = { params: { id }, query: {}, headers: owner.headers };
  bodyOf(await app.reconciliation.adjustOrderValues({ ...params, body: { preview_id } }));
  forget();
  return id;
}
const repairOf = async (id: string) => (await read(app, owner, id)).repairs[0]?.status;

describe('the last receive of a message', () => {
  it('of a reconciliation fails it with a reason, and its equal request starts another', async () => {
    const { reconciliation_id: id } = bodyOf(await create(app, owner, [orderRow(1)]));
    expect(await lastReceive('reconciliation', ref(id))).toBe(false);
    expect(await read(app, owner, id)).toMatchObject({
      status: 'failed',
      problems: [{ code: 'interrupted' }],
    });
    forget();
    const again = await reconciled(app, owner, [orderRow(1)]);
    expect(again).toMatchObject({ status: 'completed' });
    expect(again.reconciliation_id).not.toBe(id);
    // A dead letter that is sent back changes nothing.
    expect(await lastReceive('reconciliation', ref(again.reconciliation_id))).toBe(false);
    expect(await read(app, owner, again.reconciliation_id)).toMatchObject({ status: 'completed' });
  });

  it('of a repair fails it, and it can be undone', async () => {
    const id = await repairing();
    expect(await lastReceive('reconciliation', ref(id, { repair: 'adjust_values' }))).toBe(false);
    expect(await repairOf(id)).toBe('failed');
    const params = { params: { id }, query: {}, headers: owner.headers };
    expect(await app.reconciliation.undoRepair({ ...params, body: { repair: 'adjust_values' } })).toMatchObject({
      status: 202,
    });
  });

  it('of an application of rules fails it, and the same request continues it', async () => {
    await owner.click('utm_source=radio&svc_campaign=c');
    await app.settle();
    const rules = [{ id: 'radio', source: 'radio', channel: 'audio' as const }];
    bodyOf(await app.clicks.changeChannelRules({ body: { rules }, headers: owner.headers }));
    app.world.clock.now += 1000;
    const from = new Date(app.world.clock.now).toISOString().slice(0, 10);
    const apply = (by: TestApp) => by.clicks.applyChannelRules({ body: { from }, headers: owner.headers });
    const dying = await startApp(app.world, {
      refusesForLoad: ({ operation, body }) => operation === 'PutItem' && body.includes('"progress":{"M"'),
    });
    await apply(dying);
    const [sent] = sentTo('recount');
    const message = sent?.message as { application_id: string };
    expect(await lastReceive('recount', message)).toBe(false);
    const id = message.application_id;
    const state = async () => bodyOf(await app.clicks.readChannelRulesApplication({ params: { id }, headers: owner.headers }));
    expect(await state()).toMatchObject({ status: 'failed' });
    expect(await apply(app)).toMatchObject({ status: 200, body: { status: 'completed', moved: 1 } });
  });
});

describe('work whose messages are gone, as after a restore', () => {
  const looksLater = async (id: string) => {
    app.world.clock.now += 600_001;
    await Promise.all([read(app, owner, id), read(app, owner, id)]);
    expect(sentTo('reconciliation')).toHaveLength(1);
    await app.work('reconciliation');
  };

  it('a reconciliation is continued by the first look after ten minutes', async () => {
    const { reconciliation_id: id } = bodyOf(await create(app, owner, [orderRow(1)]));
    forget();
    await read(app, owner, id);
    expect(sentTo('reconciliation')).toEqual([]);
    await looksLater(id);
    expect(await read(app, owner, id)).toMatchObject({ status: 'completed', orders: 1 });
  });

  it('a repair is continued by the first look after ten minutes', async () => {
    const id = await repairing();
    await looksLater(id);
    expect(await repairOf(id)).toBe('completed');
  });
});

/** Queues without a give-up say who ends their work; `docs/reliability.md` has the flags. */
const endedOtherwise = {
  export: 'its seven tries are fewer than its receives',
  discovery: 'its attempts are fewer than its receives',
  keyword_plan: 'its attempts are fewer than its receives',
  assistant_report: 'its attempts are fewer than its receives',
  grants: 'its supervisor',
  backup: 'its supervisor',
  prune: 'its supervisor',
  account_erasure: 'its supervisor',
  effects: 'no flag',
  notices: 'no flag',
  nudge_email: 'no flag that blocks another nudge',
  bulk_mail: 'no flag',
  erasure: 'no flag',
  verdicts: 'no flag',
  reset_codes: 'no flag',
  description_checks: 'no flag',
  mail_events: 'no flag',
  media: 'no flag',
  webhooks: 'each later delivery of the endpoint',
} as const;

it('every queue fails the work of its dead letters, or says who ends it', () => {
  const givesUp = ['spend_import', 'reconciliation', 'recount'];
  expect([...givesUp, ...Object.keys(endedOtherwise)].sort()).toEqual(Object.keys(queues).sort());
  for (const name of ['export', 'discovery', 'keyword_plan', 'assistant_report'] as const)
    expect(queues[name].maxReceives).toBeGreaterThanOrEqual(30);
});
