// Slow: it fails every call in turn.
import { tableAt } from '#shared/store/table.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, operatorToken, type TestApp } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';
import { crashTest } from './crash-test.ts';

const operator = { 'x-svc-dev-token': operatorToken };

async function scene(app: TestApp) {
  const owner = await newAdvertiser(app);
  const sid = await owner.click('svc_campaign=c');
  const send = (event_id: string, more: object = {}) =>
    app.conversions.sendConversion({
      body: { event_type: 'order_created', event_id, svc_click_id: sid, value: 5, ...more },
      headers: owner.key,
    });
  await send('e1', { external_user_id: 'ada' });
  await send('e2');
  await app.settle();
  const table = tableAt(`${app.world.prefix}attribution`, testDynamo());
  for (const { pk, sk } of await allItems(app.world)) if (/^(TOTALS|ACTIVITY|LOG|CLICK|EXTUSER)#/.test(pk)) await table.remove({ pk, sk });
  await send('e3');
  return { owner, send };
}

async function isExact(app: TestApp, owner: Awaited<ReturnType<typeof newAdvertiser>>, count: number) {
  const report = await app.reports.reportConversions({
    query: { group_by: 'campaign' },
    headers: owner.headers,
  });
  expect(report.body).toMatchObject({ rows: [{ campaign: 'c', count, value: `${count * 5}.00` }] });
  const log = await app.events.listEvents({ query: {}, headers: owner.headers });
  expect((log.body as { events: unknown[] }).events).toHaveLength(count);
}

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

describe('recount', () => {
  it('a crash of the order and a retry leave one recount, which counts everything once', async () => {
    await crashTest({
      prepare: scene,
      operation: (app, { owner }) =>
        app.operators.recount({
          body: { user_id: owner.id, from: '2026-11-21', to: '2026-11-21' },
          headers: operator,
        }),
      async check(app, { owner }, answer) {
        expect(answer.status).toBe(202);
        await app.work('recount');
        await app.settle();
        await isExact(app, owner, 3);
      },
    });
  });

  it('a crash of the worker and a repeat of its messages count everything once', async () => {
    await crashTest({
      async prepare(app) {
        const { owner } = await scene(app);
        await app.operators.recount({
          body: { user_id: owner.id, from: '2026-11-21', to: '2026-11-21' },
          headers: operator,
        });
        return { owner };
      },
      operation: (app) => app.work('recount'),
      async check(app, { owner }) {
        await app.settle();
        await isExact(app, owner, 3);
        const tasks = (await allItems(app.world, 'accounts')).filter(({ kind }) => kind === 'task');
        expect(tasks).toMatchObject([{ status: 'completed', counts: { events: 3 } }]);
      },
    });
  });

  it('a crash of the projection during a recount and a repeat of its records count everything once', async () => {
    await crashTest({
      async prepare(app) {
        const { owner, send } = await scene(app);
        await app.operators.recount({
          body: { user_id: owner.id, from: '2026-11-21', to: '2026-11-21' },
          headers: operator,
        });
        const shards = app.world.messages.filter(({ queue }) => queue === 'recount');
        for (const { message } of shards.slice(1, -1)) await app.attempt('recount', message);
        await send('e4');
        return { owner };
      },
      operation: (app) => app.settle(),
      async check(app, { owner }) {
        await app.work('recount');
        await isExact(app, owner, 4);
      },
    });
  });
});
