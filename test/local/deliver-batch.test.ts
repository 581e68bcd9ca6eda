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
    ...{ maxTries: 3, firstRetryMs: 1, pause: pause() },
  });
  expect({ isDone, calls, givenUp }).toEqual({
    ...{ isDone: true, givenUp: ['bad'] },
    calls: ['a bad', 'a bad', 'bad', 'bad'],
  });
});
