// Slow: it starts processes.
import { sdkStreams } from '#lib/ops/aws/sdk-calls.ts';
import { keepFailedBatches } from '#lib/ops/redrive-changes.ts';
import type { DeadLetters } from '#shared/aws/dead-letters.ts';
import { deadEffectsIn } from '#shared/outbox/store/dead-effects.ts';
import { tableOf } from '#test/credits/grants/scene.ts';
import { engine, engineEndpoint } from '#test/kit/engine.ts';
import { newUser, newWorld, startApp } from '#test/kit/harness.ts';

it('the effects of batches that a stream gave up are read from it, kept, and delivered by the redrive', async () => {
  const app = await startApp(await newWorld());
  const users = [await newUser(app), await newUser(app), await newUser(app)];
  for (const { headers } of users) await app.notifications.signUpForEarlyAccess({ body: { feature: 'social_ads' }, headers });
  const records = await app.world.streams.peek('outbox');
  const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const [start, end] = [numbers[1], numbers[2]];
  const { streamArn = '' } = app.world.tables.find(({ name }) => name === 'accounts') ?? {};
  const { StreamDescription } = (await engine('DescribeStream', { StreamArn: streamArn })) as {
    StreamDescription: { Shards: { ShardId: string }[] };
  };

  const DDBStreamBatchInfo = {
    streamArn,
    shardId: StreamDescription.Shards[0]?.ShardId,
    startSequenceNumber: start,
    endSequenceNumber: end,
  };
  const bodies = [JSON.stringify({ DDBStreamBatchInfo })];
  const deadLetters: Pick<DeadLetters, 'each'> = {
    async each(_, work) {
      let count = 0;
      for (const body of bodies.splice(0)) if (await work(body)) count++;
      return { count, isEmpty: true };
    },
  };
  const deadEffects = deadEffectsIn(tableOf(app.world), { now: () => app.world.clock.now });
  const deps = { deadLetters, streams: sdkStreams({ endpoint: engineEndpoint }), deadEffects };
  expect(await keepFailedBatches('accounts-outbox-failed', deps)).toBe(1);

  await app.settle();
  app.world.messages.length = 0;
  expect(await deadEffects.redrive()).toBe(2);
  await app.settle();
  const texts = app.world.messages.map(({ message }) => (message as { text: string }).text);
  expect(texts.sort()).toEqual(
    users
      .slice(1)
      .map(({ id }) => `User ${id} asks for early access to social_ads.`)
      .sort(),
  );
});
