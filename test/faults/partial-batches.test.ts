// Slow: it tries many faults.
import { gunzipSync } from 'node:zlib';
import { tableAt } from '#shared/store/table.ts';
import { sceneOf } from '#test/api/events/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const operator = { 'x-svc-dev-token': operatorToken };
const worker = 'conversion-totals';
const days = { from: '2026-11-20', to: '2026-11-21' };

async function underLoad() {
  let calls = 0;
  let partial = 0;
  const app = await startApp(await newWorld(), {
    doesInPart: () => {
      const isPart = ++calls % 2 === 1;
      if (isPart) partial++;
      return isPart;
    },
  });
  return { app, partial: () => partial };
}

describe('a store that processes batches in part', () => {
  it('partial batches lose no event in totals, log, export, recount and erasure', async () => {
    const { app, partial } = await underLoad();
    const [scene, owner] = [sceneOf(app), await newAdvertiser(app)];
    const clicks = await Promise.all(Array.from({ length: 8 }, (_, i) => owner.click(`svc_campaign=c${i % 2}`)));
    const events = Array.from({ length: 60 }, (_, i) => ({
      id: `e${i}`,
      type: 'order_created',
      external_user_id: `u${i % 3}`,
      data: { value: 0.1, currency: 'USD', svc_click_id: clicks[i % 8] },
    }));
    expect((await scene.batch(owner, events)).body).toMatchObject({ summary: { matched: 60 } });
    const rows = [
      { campaign: 'c0', count: 30, value: '3.00' },
      { campaign: 'c1', count: 30, value: '3.00' },
    ];
    await app.settle();
    expect(await scene.rows(owner)).toMatchObject(rows);
    const kinds = Object.groupBy(await allItems(app.world), ({ kind }) => String(kind));
    expect([kinds.event_of_click?.length, kinds.user_click?.length]).toEqual([60, 24]);
    const order = await app.events.createExport({ body: days, headers: owner.headers });
    expect(order.status).toBe(202);
    await app.work('export');
    const [file = Buffer.alloc(0)] = app.world.objects.files.values();
    expect(gunzipSync(file).toString().trimEnd().split('\n')).toHaveLength(60);

    const body = { user_id: owner.id, from: '2026-01-01', to: '2026-12-31' };
    expect((await app.operators.recount({ body, headers: operator })).status).toBe(202);
    await app.work('recount');
    expect(await scene.rows(owner)).toMatchObject(rows);

    const erased = { external_user_id: 'u1' };
    await app.privacy.erase({ body: erased, headers: owner.headers });
    await app.work('erasure');
    for (const event_id of ['e1', 'e58']) expect(await scene.receipt(owner, event_id)).toMatchObject({ erased: true });
    expect(partial()).toBeGreaterThan(8);
  });

  it('partial batches lose no record of the search index', async () => {
    const { app, partial } = await underLoad();
    const companies = Array.from({ length: 30 }, (_, i) => `Windward ${i}`);
    for (const company of companies) await newUser(app, { company });
    await app.settleSearch();
    const answer = await app.operators.searchTraces({
      query: { q: 'windward', limit: 50 },
      headers: operator,
    });
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
    expect(answer.body.results).toHaveLength(companies.length);
    expect(partial()).toBeGreaterThan(0);
  });
});

it('a record that cannot be counted goes to the failure queue, and its neighbours count once in the same batch', async () => {
  const app = await startApp(await newWorld());
  const [scene, owner] = [sceneOf(app), await newAdvertiser(app)];
  const svc_click_id = await owner.click();
  for (let i = 1; i <= 5; i++) await scene.send(owner, { event_id: `o${i}`, svc_click_id, value: 0.1 });
  const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
  const third = (await allItems(app.world)).find(({ kind, eventId }) => kind === 'conversion' && eventId === 'o3');
  if (!third) throw new Error('There is no third event.');
  await table.put({ ...third, eventId: 'poison', sk: `${third.sk} poison`, value: 'much' });
  await scene.send(owner, { event_id: 'o6', svc_click_id, value: 0.1 });
  const records = await app.world.streams.peek(worker);
  await app.consumers[worker](app.world.streams.eventOf(worker, records), {} as never);
  expect(await scene.rows(owner)).toMatchObject([{ campaign: 'spring', count: 6, value: '0.60' }]);
  const reports = app.world.deadLetters.get('attribution-conversion-totals-failed') ?? [];
  expect(new Set(reports.map((body) => JSON.parse(body).projection))).toEqual(new Set(['totals', 'cells']));
  for (const body of reports) expect(JSON.parse(body)).toMatchObject({ account_id: owner.id, records: [{ sk: `${third.sk} poison` }] });
});
