import { stateOf } from '#lib/ops/move/moved-folder.ts';
import { sendMessages } from '#lib/ops/move/send-messages.ts';
import { preparedFolder } from './prepared-folder.ts';

const queues = new Map([['effects', 'https://sqs/effects']]);
const message = (body: string, notBefore: number | null = null) => ({ queue: 'effects', body, notBefore });
const messages = ['a', 'b', 'c', 'd'].map((body) => message(body));
const { signal } = new AbortController();

it('killed at any call sends every message, and at most the one of the kill twice', async () => {
  for (let last = 0; last < messages.length; last++)
    for (const isTaken of [true, false]) {
      const directory = preparedFolder();
      const sent: string[] = [];
      const dying = async (_: string, input: object) => {
        const { MessageBody } = input as { MessageBody: string };
        const dies = sent.length === last;
        if (!dies || isTaken) sent.push(MessageBody);
        if (dies) throw new Error('killed');
      };
      await expect(sendMessages(messages, queues, stateOf(directory, 's'), { call: dying, signal })).rejects.toThrow('killed');
      const call = async (_: string, input: object) => void sent.push((input as { MessageBody: string }).MessageBody);
      await sendMessages(messages, queues, stateOf(directory, 's'), { call, signal });
      await sendMessages(messages, queues, stateOf(directory, 's'), { call, signal });
      const bodies = messages.map(({ body }) => body);
      expect(sent).toEqual(isTaken ? bodies.toSpliced(last, 0, bodies[last] as string) : bodies);
    }
});

it('keeps messages back until they are due, as long as SQS does', async () => {
  const delays: unknown[] = [];
  const call = async (_: string, input: object) => void delays.push((input as { DelaySeconds?: number }).DelaySeconds);
  const due = [message('now'), message('past', 5000), message('soon', 40_500), message('later', 9_000_000)];
  await sendMessages(due, queues, stateOf(preparedFolder(), 's'), { call, signal, now: () => 10_000 });
  expect(delays).toEqual([undefined, undefined, 31, 900]);
});

it('sends each message as it is to its own queue of the stage', async () => {
  const asked: unknown[] = [];
  const call = async (...all: unknown[]) => void asked.push(all);
  const two = new Map([...queues, ['export', 'https://sqs/export']]);
  const mixed = [message('a'), { ...message('b'), queue: 'export' }, message('c', 40_500)];
  await sendMessages(mixed, two, stateOf(preparedFolder(), 's'), { call, signal, now: () => 10_000 });
  expect(asked).toEqual([
    ['AmazonSQS.SendMessage', { QueueUrl: 'https://sqs/effects', MessageBody: 'a' }],
    ['AmazonSQS.SendMessage', { QueueUrl: 'https://sqs/export', MessageBody: 'b' }],
    ['AmazonSQS.SendMessage', { QueueUrl: 'https://sqs/effects', MessageBody: 'c', DelaySeconds: 31 }],
  ]);
});

it('sends nothing when the stage lacks a queue, and nothing to a second stage', async () => {
  let calls = 0;
  const call = async () => void calls++;
  const directory = preparedFolder();
  const unknown = [...messages, { ...message('x'), queue: 'gone' }];
  await expect(sendMessages(unknown, queues, stateOf(directory, 's'), { call, signal })).rejects.toThrow('The stage has no queue gone.');
  expect(calls).toBe(0);
  await sendMessages(messages, queues, stateOf(directory, 's'), { call, signal });
  expect(() => stateOf(directory, 'other')).toThrow('was started to other tables (s)');
});
