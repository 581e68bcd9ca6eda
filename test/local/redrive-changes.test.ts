// Slow: it starts processes.
import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { keepFailedBatches } from '#lib/ops/redrive-changes.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { deadEffectsIn } from '#shared/outbox/store/dead-effects.ts';
import { tableOf } from '#test/credits/grants/scene.ts';
import { engineEndpoint } from '#test/kit/engine.ts';
import { newUser, newWorld, startApp } from '#test/kit/harness.ts';

it('the effects of batches that a stream gave up are read from it, kept, and delivered by the redrive', async () => {
  const app = await startApp(await newWorld());
  const users = [await newUser(app), await newUser(app), await newUser(app)];
  for (const { headers } of users)
    await app.notifications.signUpForEarlyAccess({ body: { feature: 'social_ads' }, headers });
  const records = await app.world.streams.peek('outbox');
  const numbers = records.map(({ dynamodb }) => dynamodb.SequenceNumber);
  const [start, end] = [numbers[1], numbers[2]];
  const { streamArn = '' } = app.world.tables.find(({ name }) => name === 'accounts') ?? {};
  const credentials = () => ({ accessKeyId: 'test', secretAccessKey: 'test' });
  const streams = signedAws({
    service: 'dynamodb',
    jsonVersion: '1.0',
    region: 'us-east-1',
    endpoint: engineEndpoint,
    credentials,
  });
  const { StreamDescription } = (await streams('DynamoDBStreams_20120810.DescribeStream', {
    StreamArn: streamArn,
  })) as { StreamDescription: { Shards: { ShardId: string }[] } };

  const DDBStreamBatchInfo = {
    streamArn,
    shardId: StreamDescription.Shards[0]?.ShardId,
    startSequenceNumber: start,
    endSequenceNumber: end,
  };
  const waiting = [{ Body: JSON.stringify({ DDBStreamBatchInfo }), ReceiptHandle: 'r1' }];
  const client = {
    async send(command: object) {
      if (command instanceof ReceiveMessageCommand) return { Messages: [...waiting] };
      if (command instanceof DeleteMessageCommand) waiting.length = 0;
      return {};
    },
  } as unknown as SQSClient;
  const deadEffects = deadEffectsIn(tableOf(app.world), { now: () => app.world.clock.now });
  expect(await keepFailedBatches(client, 'url', streams, deadEffects)).toBe(1);
  expect(waiting).toEqual([]);

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
