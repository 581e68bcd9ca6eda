import { keyOf } from '#shared/event-log/items.ts';
import type { LlmCall } from '#shared/llm/rules/llm-calls.ts';
import { llmCallsIn } from '#shared/llm/store/llm-calls.ts';
import { allItems } from '#test/kit/all-items.ts';
import { newAdvertiser, newWorld, startApp, type TestApp, type World } from '#test/kit/harness.ts';
import { backUp, operator, tableIn, taskOf } from './scene.ts';

const dayMs = 86_400_000;

const call = (world: World, days: number, ms = 0): LlmCall => ({
  id: `llm_${days}_${ms}`,
  userId: 1,
  purpose: 'test',
  subject: null,
  model: 'm',
  outcome: 'ok',
  errorCode: null,
  responseId: null,
  vendorRequestId: null,
  attempts: 1,
  inputTokens: 1,
  cachedInputTokens: 0,
  outputTokens: 1,
  reasoningTokens: 0,
  webSearches: 0,
  images: 0,
  milliseconds: 1,
  costMicros: 1,
  createdAt: new Date(world.clock.now - days * dayMs + ms).toISOString(),
});

async function record(world: World, calls: readonly LlmCall[]) {
  const llmCalls = llmCallsIn(tableIn(world, 'analysis'));
  for (const one of calls) await llmCalls.record(one);
}

const keptCalls = async (world: World) => (await allItems(world, 'analysis')).filter(({ kind }) => kind === 'llm_call').map(({ id }) => id);

async function orderPrune(app: TestApp): Promise<string> {
  const answer = await app.operators.pruneOldRows({ headers: operator });
  if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
  return answer.body.task_id;
}
async function prune(app: TestApp) {
  const taskId = await orderPrune(app);
  await app.work('prune');
  return await taskOf(app, taskId);
}

async function traffic(app: TestApp, accounts: number, events: number) {
  for (let i = 0; i < accounts; i++) {
    const owner = await newAdvertiser(app);
    const sid = await owner.click();
    for (let event = 0; event < events; event++) {
      await app.pixel.sendPixelEvents({
        body: { key: owner.pixelKey, sid, events: [{ event_type: 'page_viewed' }] } as never,
      });
      await app.conversions.sendConversion({
        body: { event_type: 'order_created', event_id: `order:${event}`, svc_click_id: sid },
        headers: owner.key,
      });
      await app.conversions.sendConversion({
        body: {
          event_type: 'order_created',
          event_id: `bad:${event}`,
          svc_click_id: sid,
          value: -1,
        } as never,
        headers: owner.key,
      });
    }
  }
  await app.settle();
}
const ofEvents = /^(PIXEL|LOG|LOGPAYLOAD|LOGCLICK|PIXELDAY)#/;
const partition = ({ pk }: { pk: string }) => pk.split('#')[0] ?? '';

describe('the prune', () => {
  it('the prune deletes records of model calls from before their window, to the millisecond, and no other', async () => {
    const world = await newWorld();
    const app = await startApp(world, { env: { LLM_CALLS_RETENTION_DAYS: '30' } });
    const old = [call(world, 30, -1), call(world, 31), call(world, 200), call(world, 600)];
    const young = [call(world, 30, 1), call(world, 30), call(world, 29), call(world, 0)];
    await record(world, [...old, ...young]);
    expect(await prune(app)).toMatchObject({ status: 'completed', counts: { llm_calls: old.length } });
    expect((await keptCalls(world)).sort()).toEqual(young.map(({ id }) => id).sort());
    expect((await prune(app)).counts).toEqual({});
  });

  it('the prune deletes 25 items at a time and scans no table', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    await record(
      world,
      Array.from({ length: 60 }, (_, i) => call(world, 100, i)),
    );
    app.calls.length = 0;
    expect((await prune(app)).counts).toEqual({ llm_calls: 60 });
    const deletes = app.calls.filter(({ operation }) => operation === 'BatchWriteItem');
    expect(deletes).toHaveLength(3);
    expect(app.calls.filter(({ operation }) => operation === 'Scan')).toEqual([]);
    app.calls.length = 0;
    await prune(app);
    expect(app.calls.filter(({ by, operation }) => by === 'prune' && operation === 'Query').length).toBeLessThan(15);
  });

  it('a changed window of the prune applies from the next run on', async () => {
    const world = await newWorld();
    await record(world, [call(world, 50), call(world, 20), call(world, 5)]);
    const withWindow = (days: string) => startApp(world, { env: { LLM_CALLS_RETENTION_DAYS: days } });
    const wide = await withWindow('30');
    const begun = await orderPrune(wide);
    const narrow = await withWindow('10');
    await narrow.work('prune');
    expect((await taskOf(narrow, begun)).counts).toEqual({ llm_calls: 1 });
    expect((await prune(narrow)).counts).toEqual({ llm_calls: 1 });
    expect((await prune(await withWindow('60'))).counts).toEqual({});
    expect(await keptCalls(world)).toEqual(['llm_5_0']);
  });

  it('the prune deletes browser events, the event log and sent contents of every account, and leaves sales and reports', async () => {
    const world = await newWorld();
    const app = await startApp(world, { env: { PIXEL_EVENTS_RETENTION_DAYS: '30' } });
    await traffic(app, 3, 4);
    const someDay = new Date(world.clock.now).toISOString().slice(0, 10);
    for (let account = 1; account <= 30; account++) {
      await tableIn(world, 'attribution').put({
        ...keyOf.pixelDay(someDay, account, 'test'),
        kind: 'pixel_day',
      });
      const at = new Date(world.clock.now).toISOString();
      await tableIn(world, 'attribution').put(keyOf.pixelEvent(account, 'test', someDay, { at, id: 'x' }));
    }
    const first = await allItems(world);
    world.clock.now += 20 * dayMs;
    await traffic(app, 1, 2);
    const second = (await allItems(world)).filter(({ pk, sk }) => !first.some((item) => item.pk === pk && item.sk === sk));
    expect((await prune(app)).counts).toEqual({});

    world.clock.now += 11 * dayMs;
    const old = first.filter(({ pk }) => ofEvents.test(pk));
    const count = (name: string) => old.filter((item) => partition(item) === name).length;
    expect([count('PIXEL'), count('LOG'), count('LOGPAYLOAD'), count('PIXELDAY')]).toEqual([42, 24, 12, 33]);
    expect((await prune(app)).counts).toEqual({ pixel_events: 42, event_log: 24, event_log_payloads: 12 });
    const left = (await allItems(world)).filter(({ pk }) => pk !== 'PRUNED');
    const names = (items: readonly { pk: string; sk: string }[]) => items.map(({ pk, sk }) => `${pk} ${sk}`).sort();
    expect(names(left)).toEqual(names([...first.filter(({ pk }) => !ofEvents.test(pk)), ...second]));
    expect(left.filter((item) => ['TOTALS', 'ACTIVITY', 'CONVERSION', 'SESSION'].includes(partition(item))).length).toBeGreaterThan(20);
  });

  it('the prune keeps the younger rows of the day on which the window begins', async () => {
    const world = await newWorld();
    const app = await startApp(world, { env: { PIXEL_EVENTS_RETENTION_DAYS: '30' } });
    await traffic(app, 1, 1);
    world.clock.now += 3_600_000;
    await traffic(app, 1, 1);
    world.clock.now += 30 * dayMs - 60_000;
    expect((await prune(app)).counts).toEqual({ pixel_events: 1, event_log: 2, event_log_payloads: 1 });
    world.clock.now += dayMs;
    expect((await prune(app)).counts).toEqual({ pixel_events: 1, event_log: 2, event_log_payloads: 1 });
    expect((await allItems(world)).filter(({ pk }) => ofEvents.test(pk))).toEqual([]);
  });

  it('one prune runs at a time, and each call is audited', async () => {
    const app = await startApp(await newWorld());
    const [first, second] = [await orderPrune(app), await orderPrune(app)];
    expect(second).toBe(first);
    const audit = await app.operators.listAudit({ query: { action: 'prune_old_rows' }, headers: operator });
    expect(audit.status === 200 && audit.body.entries).toHaveLength(2);
  });
});

describe('the prune of the night', () => {
  const event = { job: 'prune_old_rows', scheduledAt: '2026-11-21T22:00:00Z' };

  it('the nightly prune starts after a fresh backup, once however often it is called', async () => {
    const world = await newWorld();
    const app = await startApp(world);
    await record(world, [call(world, 100)]);
    await backUp(app);
    world.clock.now += 26 * 3_600_000;
    const { task_id } = await app.runAtNight(event);
    expect(await app.runAtNight(event)).toMatchObject({ task_id });
    await app.work('prune');
    expect(await taskOf(app, task_id)).toMatchObject({ status: 'completed', counts: { llm_calls: 1 } });
    expect(await app.runAtNight(event)).toMatchObject({ task_id, status: 'completed' });
  });

  it.each([
    ['without any backup', 0],
    ['when the last backup is older than 26 hours', 26 * 3_600_000 + 1],
  ])('the nightly prune deletes nothing %s, and reports that once in the channel', async (_, age) => {
    const world = await newWorld();
    const app = await startApp(world);
    await record(world, [call(world, 100)]);
    if (age > 0) await backUp(app);
    world.clock.now += age;
    const { task_id } = await app.runAtNight(event);
    await app.runAtNight(event);
    expect(await taskOf(app, task_id)).toMatchObject({
      status: 'failed',
      error: expect.stringContaining('nothing was deleted'),
    });
    await app.work('prune');
    expect(await keptCalls(world)).toHaveLength(1);
    await app.settle();
    await app.work('notices');
    expect(world.notices).toEqual([expect.stringContaining('prune of the night was left out')]);
    expect((await prune(app)).counts).toEqual({ llm_calls: 1 });
  });
});
