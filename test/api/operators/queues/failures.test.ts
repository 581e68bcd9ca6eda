import type { FailureQueue } from '#shared/aws/dead-letters.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { storedIn } from '#test/destinations/scene.ts';
import { allItems } from '#test/kit/all-items.ts';
import { engineEndpoint } from '#test/kit/engine.ts';
import { newAdvertiser, newUser, newWorld, operatorToken, startApp, type TestApp } from '#test/kit/harness.ts';

const headers = { 'x-svc-dev-token': operatorToken };
let app: TestApp;
beforeEach(async () => {
  app = await startApp(await newWorld());
});
const streams = signedAws({
  service: 'dynamodb',
  jsonVersion: '1.0',
  region: 'us-east-1',
  endpoint: engineEndpoint,
  credentials: () => ({ accessKeyId: 'test', secretAccessKey: 'test' }),
});

async function giveUp(table: 'accounts' | 'attribution', consumer: string) {
  const { streamArn = '' } = app.world.tables.find(({ name }) => name === table) ?? {};
  const stream = (await streams('DynamoDBStreams_20120810.DescribeStream', { StreamArn: streamArn })) as {
    StreamDescription: { Shards: { ShardId: string }[] };
  };
  const records = await app.world.streams.peek(consumer);
  const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const DDBStreamBatchInfo = {
    streamArn,
    shardId: stream.StreamDescription.Shards[0]?.ShardId,
    startSequenceNumber: numbers[0],
    endSequenceNumber: numbers.at(-1),
  };
  const queue: FailureQueue = `${table}-${consumer}-failed`;
  app.world.deadLetters.set(queue, [JSON.stringify({ DDBStreamBatchInfo })]);
  return queue;
}
const redrive = async (queue: FailureQueue) => {
  const { status, body } = await app.operators.redriveDeadLetters({
    params: { queue },
    body: { reason: 'Repaired' },
    headers,
  });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body;
};
const failures = async () => {
  const { status, body } = await app.operators.listQueues({ headers });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return Object.fromEntries(body.failures.filter(({ count }) => count > 0).map(({ name, count }) => [name, count]));
};

describe('failures of streams', () => {
  it("failures of the outbox's stream are read from the stream again and delivered", async () => {
    const { headers: owner, id } = await newUser(app);
    await app.notifications.signUpForEarlyAccess({ body: { feature: 'social_ads' }, headers: owner });
    const queue = await giveUp('accounts', 'outbox');
    await app.settle();
    app.world.messages.length = 0;
    expect(await failures()).toEqual({ [queue]: 1 });
    expect(await redrive(queue)).toMatchObject({ count: 1, is_empty: true });
    await app.settle();
    expect(JSON.stringify(app.world.messages)).toContain(`User ${id} asks for early access to social_ads.`);
    expect(await failures()).toEqual({});
  });

  it("failures of the search index's stream are indexed", async () => {
    const { email } = await newUser(app);
    const find = async () => (await app.operators.searchTraces({ query: { q: email }, headers })).body;
    expect(await find()).toMatchObject({ results: [] });
    await redrive(await giveUp('accounts', 'search-index'));
    expect(await find()).toMatchObject({ results: [{ kind: 'user' }] });
  });

  it("failures of the totals' stream cause a recount of those accounts and days, each event once", async () => {
    const shops = [await newAdvertiser(app), await newAdvertiser(app)];
    const counts = async () => {
      const found: number[] = [];
      for (const shop of shops) {
        const { status, body } = await app.reports.reportConversions({
          query: {},
          headers: shop.headers,
        });
        if (status !== 200) throw new Error(JSON.stringify(body));
        found.push(body.rows.reduce((sum, { count }) => sum + count, 0));
      }
      return found;
    };
    for (const [number, { click, key }] of shops.entries()) {
      const svc_click_id = await click();
      const event = { event_type: 'order_created', value: 5, currency: 'USD', svc_click_id };
      for (let of = 0; of <= number; of++)
        await app.conversions.sendConversion({ body: { ...event, event_id: `order:${of}` }, headers: key });
    }
    const queue = await giveUp('attribution', 'conversion-totals');
    expect(await counts()).toEqual([0, 0]);
    const { notes, is_empty } = await redrive(queue);
    expect([notes, is_empty]).toEqual([[expect.stringMatching(/^The recount task_\w+ has begun\.$/)], true]);
    await app.work('recount');
    expect(await counts()).toEqual([1, 2]);
    const [taskId = ''] = /task_\w+/.exec(notes?.[0] ?? '') ?? [];
    const task = await app.operators.readTask({ params: { task_id: taskId }, headers });
    expect(task.body).toMatchObject({ status: 'completed', counts: { events: 3 } });
    await app.settle();
    expect(await counts()).toEqual([1, 2]);
  });

  it("failures of the totals' stream remain while another recount is under way, and are recounted after it", async () => {
    const { id, click, key } = await newAdvertiser(app);
    const event = { event_type: 'order_created', event_id: 'order:1', value: 5, currency: 'USD' };
    await app.conversions.sendConversion({ body: { ...event, svc_click_id: await click() }, headers: key });
    const queue = await giveUp('attribution', 'conversion-totals');
    const days = { from: '2026-11-21', to: '2026-11-21', reason: 'Asked for' };
    expect((await app.operators.recount({ body: { user_id: id, ...days }, headers })).status).toBe(202);
    const { count, is_empty, notes } = await redrive(queue);
    expect([count, is_empty, notes]).toEqual([0, false, [expect.stringMatching(/^Another recount is/)]]);
    expect(await failures()).toEqual({ [queue]: 1 });
    await app.work('recount');
    expect(await redrive(queue)).toMatchObject({ count: 1, is_empty: true });
    expect(await failures()).toEqual({});
  });

  it("failures of the totals' stream without a conversion are done without a recount", async () => {
    await newAdvertiser(app).then(({ click }) => click());
    const queue = await giveUp('attribution', 'conversion-totals');
    expect(await redrive(queue)).toMatchObject({
      count: 1,
      is_empty: true,
      notes: [expect.stringContaining('nothing is to be recounted')],
    });
  });

  it('failures without a record in the stream remain with advice', async () => {
    const { headers: owner } = await newUser(app);
    await app.notifications.signUpForEarlyAccess({ body: { feature: 'social_ads' }, headers: owner });
    const queue = await giveUp('accounts', 'outbox');
    const [text = ''] = app.world.deadLetters.get(queue) ?? [];
    app.world.deadLetters.set(queue, [text.replace(/"shardId":"[^"]+"/, '"shardId":"shardId-gone"'), '{}']);
    const { count, is_empty, notes } = await redrive(queue);
    expect([count, is_empty]).toEqual([0, false]);
    expect(notes).toEqual([expect.stringContaining('lost'), expect.stringContaining('no report')]);
    expect(await failures()).toEqual({ [queue]: 2 });
    const gone = await app.operators.deleteDeadLetters({ params: { queue }, body: {}, headers });
    expect(gone.body).toMatchObject({ count: 2 });
  });
});

describe('failed runs of schedules', () => {
  it('failed runs of schedules run again in either form of report, and repeat nothing', async () => {
    const { id } = await newUser(app);
    const run = { job: 'grant_daily_credits', scheduledAt: '2026-11-21T04:00:00Z' };
    const queue = 'grant-jobs-failed';
    app.world.deadLetters.set(queue, [JSON.stringify(run), JSON.stringify({ requestPayload: run })]);
    const shown = await app.operators.listDeadLetters({ params: { queue }, query: {}, headers });
    expect(shown.body).toMatchObject({ messages: [{ message: run }, { message: { requestPayload: run } }] });
    expect(await redrive(queue)).toMatchObject({
      count: 2,
      is_empty: true,
      notes: ['grant_daily_credits of 2026-11-21T04:00:00.000Z ran again. (2 times)'],
    });
    const { body } = await app.operators.listAccountCredits({ query: { user_id: id }, headers });
    expect(body).toMatchObject({ balance: 5 });
  });

  it('failed runs of the night start their task, and an unknown run remains', async () => {
    const run = (job: string) => JSON.stringify({ job, scheduledAt: '2026-11-20T21:00:00Z' });
    app.world.deadLetters.set('night-jobs-failed', [run('backup_database'), run('no_such_job')]);
    const { count, notes } = await redrive('night-jobs-failed');
    expect([count, notes?.at(-1)]).toEqual([1, expect.stringContaining('names no job')]);
    const { body } = await app.operators.listTasks({ headers });
    expect(body).toMatchObject({ tasks: [{ job: 'backup_database' }] });
    const lastDay = new Date(app.world.clock.now - 86_400_000).toISOString().slice(0, 10);
    await storedIn(app.world).dayKeys.seal({ accountId: 1, lastDay, context: 'c' }, 'text');
    app.world.deadLetters.set('night-jobs-failed', [run('prune_old_rows')]);
    expect(await redrive('night-jobs-failed')).toMatchObject({ count: 1, is_empty: true });
    expect(await allItems(app.world, 'transient')).toEqual([]);
    app.world.deadLetters.set('lifecycle-mail-failed', [run('one_week_checkin')]);
    expect(await redrive('lifecycle-mail-failed')).toMatchObject({ count: 1, is_empty: true });
  });
});
