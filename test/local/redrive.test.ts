// Slow: it starts processes.
import { GetQueueAttributesCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { createQueues } from '#lib/local/create-queues.ts';
import { type QueueEngine, startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { queueUrl, region } from '#lib/local/environment.ts';
import { sdkQueues } from '#lib/ops/aws/sdk-calls.ts';
import { empty } from '#shared/aws/dead-letters.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
let engine: QueueEngine;
let client: SQSClient;
beforeAll(async () => {
  engine = await startFauxqs(folder, region);
  client = new SQSClient({ endpoint: engine.endpoint, region, credentials, useQueueUrlAsEndpoint: false });
});
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const url = (name: string) => queueUrl(engine.endpoint, name);
async function bodiesIn(name: string): Promise<string[]> {
  const bodies: string[] = [];
  for (;;) {
    const request = { QueueUrl: url(name), MaxNumberOfMessages: 10, VisibilityTimeout: 60 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(request));
    if (Messages.length === 0) return bodies.sort();
    bodies.push(...Messages.map(({ Body = '' }) => Body));
  }
}

it('moves every message of a dead-letter queue back, once, and leaves that queue empty', async () => {
  await createQueues(client, engine.endpoint, {
    work: {
      name: 'work',
      message: z.object({}),
      function: 'worker',
      timeoutSeconds: 10,
      maxConcurrency: 2,
      maxReceives: 3,
      retrySeconds: [1, 1],
    },
  });
  const bodies = Array.from({ length: 25 }, (_, i) => JSON.stringify({ number: i })).sort();
  for (const MessageBody of bodies) await client.send(new SendMessageCommand({ QueueUrl: url('work-dead'), MessageBody }));
  const queues = sdkQueues({ endpoint: engine.endpoint, region, credentials });
  const redrive = () => empty(queues, url('work-dead'), { to: url('work') });
  expect(await redrive()).toEqual({ count: 25, isEmpty: true });
  expect(await redrive()).toEqual({ count: 0, isEmpty: true });
  const asked = { QueueUrl: url('work-dead'), AttributeNames: ['All' as const] };
  const { Attributes } = await client.send(new GetQueueAttributesCommand(asked));
  expect(Attributes).toMatchObject({
    ApproximateNumberOfMessages: '0',
    ApproximateNumberOfMessagesNotVisible: '0',
  });
  expect(await bodiesIn('work')).toEqual(bodies);
});
