import { deliverBatch } from '#lib/local/deliver-batch.ts';
import { pause } from '#lib/local/pause.ts';
import type { StreamRecord } from '#lib/local/stream-source.ts';

const recordOf = (name: string) => ({ dynamodb: { SequenceNumber: name } }) as StreamRecord;
const nameOf = ({ dynamodb }: StreamRecord) => dynamodb.SequenceNumber;

it('a record has all its tries from the delivery of the record before it', async () => {
  const calls: string[] = [];
  const givenUp: unknown[] = [];
  const isDone = await deliverBatch(['a', 'bad'].map(recordOf), {
    async invoke(records) {
      calls.push(records.map(nameOf).join(' '));
      const failed = calls.length === 1 ? 'a' : 'bad';
      return { batchItemFailures: [{ itemIdentifier: failed }] };
    },
    done: async () => {},
    giveUp: (record) => void givenUp.push(nameOf(record)),
    maxTries: 3,
    maxRetryMs: 60_000,
    firstRetryMs: 1,
    pause: pause(),
  });
  expect({ isDone, calls, givenUp }).toEqual({
    isDone: true,
    givenUp: ['bad'],
    calls: ['a bad', 'a bad', 'bad', 'bad'],
  });
});

it('a record without a number of tries is given up after the longest time of retries, and the next one is delivered', async () => {
  const [delivered, givenUp]: [string[], string[]] = [[], []];
  await deliverBatch(['bad', 'next'].map(recordOf), {
    async invoke(records) {
      if (records.some((record) => nameOf(record) === 'bad')) throw new Error('down');
      delivered.push(...records.map(nameOf));
    },
    done: async () => {},
    giveUp: (record) => void givenUp.push(nameOf(record)),
    maxTries: Number.POSITIVE_INFINITY,
    maxRetryMs: 20,
    firstRetryMs: 1,
    pause: pause(),
  });
  expect({ delivered, givenUp }).toEqual({ delivered: ['next'], givenUp: ['bad'] });
});
