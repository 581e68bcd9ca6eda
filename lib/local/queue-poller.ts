import {
  ChangeMessageVisibilityBatchCommand,
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import type { Invoke } from './invoker.ts';
import { pause } from './pause.ts';
import type { Poller } from './stream-poller.ts';

export type QueuePollerSettings = {
  client: SQSClient;
  queueUrl: string;
  maxConcurrency: number;
  batchSize?: number;
  visibilitySeconds?: number;
  /** A receive hides its messages for this many seconds (default: 60). */
  receivedSeconds?: number;
  invoke: Invoke;
  endWaits(): void;
  failed(error: unknown): void;
};

/**
 * A receive waits for SQS's maximum. `endWaits` ends the wait, because an aborted receive would lose the next
 * message.
 */
const waitSeconds = 20;

/** A message whose response was lost returns to the queue after this time. */
const defaultReceivedSeconds = 60;

const maxAtOnce = 10;

/** As in Lambda, a call gets up to `batchSize` messages, and up to `maxConcurrency` calls run in parallel. */
export function startQueuePoller(settings: QueuePollerSettings): Poller {
  const { client, queueUrl, maxConcurrency, batchSize = maxAtOnce } = settings;
  const { visibilitySeconds = 0, receivedSeconds = defaultReceivedSeconds } = settings;
  const isLong = visibilitySeconds > receivedSeconds;
  const sleep = pause();
  const working = new Set<Promise<void>>();
  const receive = async (most: number, WaitTimeSeconds: number) => {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: Math.min(maxAtOnce, most),
      WaitTimeSeconds,
      ...(isLong && { VisibilityTimeout: receivedSeconds }),
      MessageSystemAttributeNames: ['All'],
      MessageAttributeNames: ['All'],
    });
    return (await client.send(command)).Messages ?? [];
  };
  const gather = async () => {
    const messages = await receive(batchSize, waitSeconds);
    while (messages.length > 0 && messages.length % maxAtOnce === 0 && messages.length < batchSize) {
      const more = await receive(batchSize - messages.length, 0).catch(() => []);
      if (more.length === 0) break;
      messages.push(...more);
    }
    return messages;
  };

  const run = async () => {
    while (!sleep.stopped) {
      try {
        const messages = await gather();
        if (messages.length === 0) continue;
        // Messages that arrive while the poller stops are still processed.
        const hidden = isLong ? hide(messages, visibilitySeconds, settings) : Promise.resolve();
        const work = hidden.then(() => handleBatch(messages, settings)).catch(settings.failed);
        working.add(work);
        work.finally(() => working.delete(work));
        if (working.size >= maxConcurrency) await Promise.race(working);
      } catch (error) {
        if (sleep.stopped) return;
        settings.failed(error);
        await sleep.wait(500);
      }
    }
  };

  const running = run();
  return {
    async stop() {
      sleep.stop();
      const nudge = setInterval(settings.endWaits, 10);
      await running;
      clearInterval(nudge);
      await Promise.all(working);
    },
  };
}

async function handleBatch(messages: readonly Message[], settings: QueuePollerSettings): Promise<void> {
  const event: SQSEvent = { Records: messages.map((message) => recordOf(message, settings.queueUrl)) };
  const answer = (await settings.invoke(event)) as SQSBatchResponse | undefined;
  const failed = new Set(answer?.batchItemFailures?.map(({ itemIdentifier }) => itemIdentifier));
  const Entries = event.Records.filter((record) => !failed.has(record.messageId)).map((record) => ({
    Id: record.messageId,
    ReceiptHandle: record.receiptHandle,
  }));
  const { client, queueUrl: QueueUrl } = settings;
  for (let at = 0; at < Entries.length; at += maxAtOnce)
    await client.send(new DeleteMessageBatchCommand({ QueueUrl, Entries: Entries.slice(at, at + maxAtOnce) }));
}

async function hide(
  messages: readonly Message[],
  VisibilityTimeout: number,
  { client, queueUrl: QueueUrl }: QueuePollerSettings,
): Promise<void> {
  for (let at = 0; at < messages.length; at += maxAtOnce) {
    const Entries = messages.slice(at, at + maxAtOnce).map(({ ReceiptHandle }, i) => ({
      Id: String(i),
      ReceiptHandle,
      VisibilityTimeout,
    }));
    await client.send(new ChangeMessageVisibilityBatchCommand({ QueueUrl, Entries }));
  }
}

const recordOf = (message: Message, queueUrl: string): SQSRecord => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: message.Attributes as SQSRecord['attributes'],
  messageAttributes: Object.fromEntries(
    Object.entries(message.MessageAttributes ?? {}).map(([name, { DataType = 'String', StringValue }]) => [
      name,
      { dataType: DataType, ...(StringValue !== undefined && { stringValue: StringValue }) },
    ]),
  ),
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:us-east-1:000000000000:${queueUrl.split('/').at(-1)}`,
  awsRegion: 'us-east-1',
});
