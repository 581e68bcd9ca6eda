// Slow: it starts processes.

import { setTimeout as delay } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod';
import { createQueues } from '#lib/local/create-queues.ts';
import { type QueueEngine, startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { queueUrl, region } from '#lib/local/environment.ts';
import { type QueuePollerSettings, startQueuePoller } from '#lib/local/queue-poller.ts';
import type { Poller } from '#lib/local/stream-poller.ts';
import type { Queue } from '#shared/messages/queue.ts';
import { busyness } from '#test/kit/cpu-clock.ts';
import { until } from '#test/kit/until.ts';
import { temporaryFolder } from './temporary-folder.ts';

const folder = temporaryFolder();
let engine: QueueEngine;
let client: SQSClient;
const pollers: Poller[] = [];

const connect = async () => {
  engine = await startFauxqs(folder, region);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  client = new SQSClient({ endpoint: engine.endpoint, region, credentials, useQueueUrlAsEndpoint: false });
};
const stopPollers = async () => {
  await Promise.all(pollers.splice(0).map((poller) => poller.stop()));
};
beforeAll(connect);
afterEach(stopPollers);
afterAll(async () => {
  client.destroy();
  await engine.stop();
});

const description: Queue = {
  name: 'work',
  message: z.object({}),
  function: 'worker',
  timeoutSeconds: 10,
  maxConcurrency: 2,
  maxReceives: 3,
  retrySeconds: [1, 1],
};
const create = (name: string, change: Partial<Queue> = {}) =>
  createQueues(client, engine.endpoint, { [name]: { ...description, ...change } });
const send = (name: string, MessageBody: string, DelaySeconds = 0) =>
  client.send(new SendMessageCommand({ QueueUrl: queueUrl(engine.endpoint, name), MessageBody, DelaySeconds }));
const read = async (name: string): Promise<Message[]> => {
  const request = {
    QueueUrl: queueUrl(engine.endpoint, name),
    MessageSystemAttributeNames: ['All' as const],
  };
  return (await client.send(new ReceiveMessageCommand(request))).Messages ?? [];
};
const poll = (name: string, invoke: (records: SQSRecord[]) => unknown, change: Partial<QueuePollerSettings> = {}) =>
  pollers.push(
    startQueuePoller({
      client,
      queueUrl: queueUrl(engine.endpoint, name),
      maxConcurrency: 2,
      invoke: async (event) => invoke((event as SQSEvent).Records),
      endWaits: engine.endWaits,
      failed: () => {},
      ...change,
    }),
  );

describe('queues on this machine', () => {
  it('queues on this machine hands a message to the worker in the form of Lambda, and only once when the worker is content', async () => {
    await create('plain');
    const seen: SQSRecord[] = [];
    poll('plain', (records) => void seen.push(...records));
    await send('plain', '{"a":1}');
    await until(() => seen.length > 0);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      body: '{"a":1}',
      eventSource: 'aws:sqs',
      eventSourceARN: 'arn:aws:sqs:us-east-1:000000000000:plain',
      attributes: { ApproximateReceiveCount: '1', SentTimestamp: expect.any(String) },
      messageId: expect.any(String),
      receiptHandle: expect.any(String),
    });
    await stopPollers();
    expect(await read('plain')).toEqual([]);
  });

  it('queues on this machine delivers a message after its delay, not before', async () => {
    await create('delayed');
    const arrivals: number[] = [];
    poll('delayed', () => void arrivals.push(Date.now()));
    const sentAt = Date.now();
    await send('delayed', 'later', 1);
    await until(() => arrivals.length > 0);
    expect((arrivals[0] ?? 0) - sentAt).toBeGreaterThanOrEqual(1000);
    expect((arrivals[0] ?? 0) - sentAt).toBeLessThan(1500);
  });

  it('queues on this machine brings back only the messages that failed, and puts them into the dead-letter queue after maxReceives', async () => {
    await create('partly');
    const receives: Record<string, string[]> = { good: [], bad: [] };
    poll('partly', async (records) => {
      for (const { body, attributes } of records) receives[body]?.push(attributes.ApproximateReceiveCount);
      const failed = records.filter(({ body }) => body === 'bad');
      await Promise.all(failed.map((record) => giveBack(record, 'partly')));
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    });
    const Entries = ['good', 'bad'].map((MessageBody) => ({ Id: MessageBody, MessageBody }));
    await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl(engine.endpoint, 'partly'), Entries }));
    const dead = await until(async () => (await read('partly-dead'))[0]);
    expect(dead.Body).toBe('bad');
    expect(receives).toEqual({ good: ['1'], bad: ['1', '2', '3'] });
  });

  it('queues on this machine has a message back soon that was received without an answer, and hides one in work for as long as it takes', async () => {
    await create('lost', { timeoutSeconds: 100 });
    let lost = 0;
    const losing = {
      async send(command: never) {
        const answer = (await client.send(command)) as { Messages?: unknown[] };
        if (answer.Messages && lost++ === 0) throw new Error('The answer was lost.');
        return answer;
      },
    } as unknown as SQSClient;
    const seen: string[] = [];
    await send('lost', 'work');
    poll(
      'lost',
      async (records) => {
        seen.push(...records.map(({ attributes }) => attributes.ApproximateReceiveCount));
        await delay(2500);
      },
      { client: losing, visibilitySeconds: 600, receivedSeconds: 1 },
    );
    await until(() => seen.length > 0, 5);
    await delay(2700);
    expect(seen).toEqual(['2']);
    await stopPollers();
    expect(await read('lost')).toEqual([]);
  });

  it('queues on this machine keeps a message hidden for six times the worker time when the worker throws', async () => {
    await create('throws', { timeoutSeconds: 1 });
    const failures: unknown[] = [];
    poll('throws', () => Promise.reject(new Error('broken')), { failed: (error) => failures.push(error) });
    await send('throws', 'x');
    await until(() => failures.length > 0);
    await stopPollers();
    expect(await read('throws')).toEqual([]);
    expect(failures).toEqual([new Error('broken')]);
  });

  it('queues on this machine deletes every message of a batch of more than ten that did not fail, and hides them all meanwhile', async () => {
    await create('large', { batchSize: 25, timeoutSeconds: 100 });
    const url = queueUrl(engine.endpoint, 'large');
    const Entries = Array.from({ length: 23 }, (_, at) => ({ Id: String(at), MessageBody: String(at) }));
    for (let at = 0; at < Entries.length; at += 10)
      await client.send(new SendMessageBatchCommand({ QueueUrl: url, Entries: Entries.slice(at, at + 10) }));
    const batches: string[][] = [];
    let isDone = false;
    poll(
      'large',
      async (records) => {
        batches.push(records.map(({ body }) => body));
        // During this delay, messages that are not hidden would be received again.
        await delay(1500);
        isDone = true;
        const failed = records.filter(({ body }) => body === '7' || body === '20');
        return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
      },
      { batchSize: 25, visibilitySeconds: 600, receivedSeconds: 1 },
    );
    await until(() => isDone);
    await stopPollers();
    expect(batches.map(({ length }) => length)).toEqual([23]);
    const AttributeNames = ['ApproximateNumberOfMessagesNotVisible' as const];
    const { Attributes } = await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames }));
    expect(Attributes).toEqual({ ApproximateNumberOfMessagesNotVisible: '2' });
  });

  it('queues on this machine works on no more batches at once than maxConcurrency', async () => {
    await create('narrow');
    let [now, most, done] = [0, 0, 0];
    poll('narrow', async (records) => {
      most = Math.max(most, ++now);
      await until(() => most > 1);
      await new Promise((resolve) => setTimeout(resolve, 30));
      now--;
      done += records.length;
    });
    for (let i = 0; i < 6; i++) {
      const Entries = Array.from({ length: 10 }, (_, n) => ({ Id: `${n}`, MessageBody: `${i}-${n}` }));
      await client.send(new SendMessageBatchCommand({ QueueUrl: queueUrl(engine.endpoint, 'narrow'), Entries }));
    }
    await until(() => done === 60);
    expect(most).toBe(2);
  });

  it('queues on this machine finishes the batch in work before it has stopped, and stops without waiting for the next message', async () => {
    await create('stopping');
    let finished = false;
    let started = false;
    poll('stopping', async () => {
      started = true;
      await new Promise((resolve) => setTimeout(resolve, 50));
      finished = true;
    });
    await send('stopping', 'x');
    await until(() => started);
    const asked = Date.now();
    await stopPollers();
    expect(finished).toBe(true);
    expect(Date.now() - asked).toBeLessThan(500 * busyness());
  });

  it('queues on this machine keeps waiting messages over a restart, and gives back at once what the last host had in work', async () => {
    await create('kept');
    await send('kept', 'in work');
    expect((await read('kept'))[0]?.Body).toBe('in work');
    await send('kept', 'waiting');
    client.destroy();
    await engine.stop();
    await connect();
    await create('kept', { maxReceives: 5 });
    const seen = new Map<string, string>();
    poll('kept', (records) => {
      for (const { body, attributes } of records) seen.set(body, attributes.ApproximateReceiveCount);
    });
    await until(() => seen.size === 2);
    expect(Object.fromEntries(seen)).toEqual({ 'in work': '2', waiting: '1' });
  });
});

async function giveBack({ receiptHandle }: SQSRecord, name: string): Promise<void> {
  const QueueUrl = queueUrl(engine.endpoint, name);
  await client.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle: receiptHandle, VisibilityTimeout: 0 }));
}
