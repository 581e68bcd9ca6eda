import { Unavailable } from '#shared/values/unavailable.ts';
import type { AwsCall } from './aws-call.ts';

export type DeadLetter = { id: string; body: string; sentAt: string | null; receives: number };
export type QueueCounts = { waiting: number; inFlight: number; delayed: number; dead: number };
export type Moved = { count: number; isEmpty: boolean };
type Bounds = { most?: number; until?: () => boolean };
/** Failures of a stream or a schedule cannot return to a queue. */
export type FailureQueue = `${string}-failed`;

/** Failed calls throw `Unavailable`. */
export type DeadLetters = {
  counts(queue: string): Promise<QueueCounts>;
  dead(queue: string): Promise<number>;
  /** The returned messages are hidden from other readers for some seconds. */
  peek(queue: string, most: number): Promise<DeadLetter[]>;
  sendBack(queue: string, bounds: Bounds): Promise<Moved>;
  remove(queue: string, bounds: Bounds): Promise<Moved>;
  each(queue: FailureQueue, work: (body: string) => Promise<boolean>, bounds: Bounds): Promise<Moved>;
};

const lookSeconds = 10;

type Received = {
  MessageId?: string;
  Body?: string;
  ReceiptHandle?: string;
  Attributes?: { SentTimestamp?: string; ApproximateReceiveCount?: string };
};

export const deadNameOf = (queue: string) => (queue.endsWith('-failed') ? queue : `${queue}-dead`);

export function deadLettersAt(call: AwsCall, prefix: string): DeadLetters {
  const urlOf = (name: string) => `${prefix}${name}`;
  const fromQueue = <T>(calls: () => Promise<T>): Promise<T> =>
    calls().catch((error: unknown) => {
      throw new Unavailable('queue', error);
    });
  const numbers = async (name: string) => {
    const input = { QueueUrl: urlOf(name), AttributeNames: ['All'] };
    const { Attributes = {} } = (await call('AmazonSQS.GetQueueAttributes', input)) as {
      Attributes?: Record<string, string>;
    };
    const count = (attribute: string) => Number(Attributes[`ApproximateNumberOf${attribute}`] ?? 0);
    return {
      waiting: count('Messages'),
      inFlight: count('MessagesNotVisible'),
      delayed: count('MessagesDelayed'),
    };
  };
  return {
    counts: (queue) =>
      fromQueue(async () => {
        const [liveCounts, deadCounts] = await Promise.all([numbers(queue), numbers(deadNameOf(queue))]);
        return { ...liveCounts, dead: deadCounts.waiting + deadCounts.inFlight };
      }),

    dead: (queue) =>
      fromQueue(async () => {
        const { waiting, inFlight } = await numbers(deadNameOf(queue));
        return waiting + inFlight;
      }),

    peek: (queue, most) =>
      fromQueue(async () => {
        const letters = new Map<string, DeadLetter>();
        const handles: string[] = [];
        const QueueUrl = urlOf(deadNameOf(queue));
        while (letters.size < most) {
          const messages = await receive(call, {
            QueueUrl,
            MaxNumberOfMessages: Math.min(10, most - letters.size),
            VisibilityTimeout: lookSeconds,
            AttributeNames: ['All'],
          });
          const before = letters.size;
          for (const { MessageId = '', Body = '', ReceiptHandle, Attributes: attributes = {} } of messages) {
            if (ReceiptHandle) handles.push(ReceiptHandle);
            letters.set(MessageId, {
              id: MessageId,
              body: Body,
              sentAt: attributes.SentTimestamp ? new Date(Number(attributes.SentTimestamp)).toISOString() : null,
              receives: Number(attributes.ApproximateReceiveCount ?? 0),
            });
          }
          if (letters.size === before) break;
        }
        // Peeked messages become visible again; otherwise an immediate redrive would find none.
        const shown = { QueueUrl, VisibilityTimeout: 0 };
        await Promise.all(
          handles.map((ReceiptHandle) => call('AmazonSQS.ChangeMessageVisibility', { ...shown, ReceiptHandle }).catch(() => {})),
        );
        return [...letters.values()];
      }),

    sendBack: (queue, bounds) => fromQueue(() => empty(call, urlOf(deadNameOf(queue)), { ...bounds, to: urlOf(queue) })),

    remove: (queue, bounds) => fromQueue(() => empty(call, urlOf(deadNameOf(queue)), bounds)),

    async each(queue, work, { until = () => false }) {
      const QueueUrl = urlOf(queue);
      const request = { QueueUrl, WaitTimeSeconds: 1, VisibilityTimeout: 30, MaxNumberOfMessages: 10 };
      let count = 0;
      let stays = 0;
      while (!until()) {
        const messages = await fromQueue(() => receive(call, request));
        if (messages.length === 0) return { count, isEmpty: stays === 0 };
        for (const { Body = '', ReceiptHandle } of messages) {
          if (!(await work(Body))) {
            stays++;
            continue;
          }
          await fromQueue(() => call('AmazonSQS.DeleteMessage', { QueueUrl, ReceiptHandle }));
          count++;
        }
      }
      return { count, isEmpty: false };
    },
  };
}

const receive = async (call: AwsCall, input: object): Promise<Received[]> => {
  const { Messages = [] } = (await call('AmazonSQS.ReceiveMessage', input)) as { Messages?: Received[] };
  return Messages;
};

/** Every worker tolerates a repeated message, so it is deleted only after it was sent. */
export async function empty(
  call: AwsCall,
  from: string,
  { to, most = Number.POSITIVE_INFINITY, until = () => false }: Bounds & { to?: string } = {},
): Promise<Moved> {
  for (let count = 0; ; ) {
    if (count >= most || until()) return { count, isEmpty: false };
    const messages = await receive(call, {
      QueueUrl: from,
      WaitTimeSeconds: 1,
      VisibilityTimeout: 60,
      MaxNumberOfMessages: Math.min(10, most - count),
    });
    if (messages.length === 0) return { count, isEmpty: true };
    for (const { Body: MessageBody = '', ReceiptHandle } of messages) {
      if (to !== undefined) await call('AmazonSQS.SendMessage', { QueueUrl: to, MessageBody });
      await call('AmazonSQS.DeleteMessage', { QueueUrl: from, ReceiptHandle });
      count++;
    }
  }
}
