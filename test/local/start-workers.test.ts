import { setTimeout as delay } from 'node:timers/promises';
import type { SQSClient } from '@aws-sdk/client-sqs';
import { queues } from '#functions/queues.ts';
import { startWorkers } from '#lib/local/start-workers.ts';
import type { Queue } from '#shared/messages/queue.ts';
import { temporaryFolder } from './temporary-folder.ts';

type Receive = { QueueUrl: string; MaxNumberOfMessages: number };

it('workers read every queue with its size of batch, and nothing after their end', async () => {
  const asked: Receive[] = [];
  const client = {
    async send({ input }: { input: Receive }) {
      asked.push(input);
      await delay(20);
      return {};
    },
  } as unknown as SQSClient;
  const logged: unknown[] = [];
  const workers = startWorkers({
    directory: temporaryFolder(),
    tables: [],
    streamRecords: undefined,
    engine: () => Promise.reject(new Error('There is no table.')),
    invokeOf: () => async () => undefined,
    log: (...all) => logged.push(all),
    sqs: { client, endpoint: 'http://sqs', endWaits() {} },
  });
  const all = Object.entries<Queue>(queues);
  await expect.poll(() => asked.length).toBeGreaterThanOrEqual(2 * all.length);
  const sizes = new Map(asked.map(({ QueueUrl, MaxNumberOfMessages: size }) => [QueueUrl, size]));
  expect(sizes).toEqual(new Map(all.map(([name, { batchSize = 10 }]) => [`http://sqs/000000000000/${name}`, Math.min(10, batchSize)])));
  expect(workers.hasCaughtUp()).toBe(true);
  await workers.stop();
  const { length } = asked;
  await delay(100);
  expect([asked.length, logged]).toEqual([length, []]);
});
