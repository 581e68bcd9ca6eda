import { batchesOf, concerns, streamEvent } from '#lib/local/stream-batches.ts';
import type { StreamRecord } from '#lib/local/stream-source.ts';
import type { StreamConsumer } from '#shared/store/tables.ts';

const image = (kind: string | undefined, n = '1') => ({ ...(kind && { kind: { S: kind } }), n: { N: n } });
const record = (eventName: string, OldImage?: object, NewImage?: object) =>
  ({ eventName, dynamodb: { OldImage, NewImage } }) as unknown as StreamRecord;
const byKind = { filter: { name: 'kind', values: ['a', 'b'] } };

it.each([
  ['an insert of its kind', record('INSERT', undefined, image('a')), true],
  ['an insert of its other kind', record('INSERT', undefined, image('b')), true],
  ['an insert of another kind', record('INSERT', undefined, image('c')), false],
  ['an insert without a kind', record('INSERT', undefined, image(undefined)), false],
  ['a change', record('MODIFY', image('a'), image('a', '2')), true],
  ['a change into its kind', record('MODIFY', image('c'), image('a')), true],
  ['a change out of its kind', record('MODIFY', image('a'), image('c')), false],
  ['a change of nothing', record('MODIFY', image('a'), image('a')), false],
  ['a removal', record('REMOVE', image('a')), false],
])('a consumer of two kinds gets %s: %#', (_, change, expected) => {
  expect(concerns(change, byKind)).toBe(expected);
});

it('a consumer of removals gets those of its kind, and a consumer of a name every value', () => {
  for (const [kind, expected] of [
    ['a', true],
    ['c', false],
  ] as const)
    expect(concerns(record('REMOVE', image(kind)), { ...byKind, subscribesToRemovals: true })).toBe(expected);
  const byName = { filter: { name: 'kind' } };
  expect(concerns(record('INSERT', undefined, image('whatever')), byName)).toBe(true);
  expect(concerns(record('INSERT', undefined, image(undefined)), byName)).toBe(false);
});

it('a batch has at most its number of records and 6 MB, and a larger record is alone', () => {
  const sized = (bytes: number) => ({ text: 'x'.repeat(bytes) }) as unknown as StreamRecord;
  const sizes = (records: StreamRecord[], size: number) => batchesOf(records, size).map((batch) => batch.length);
  expect(sizes([], 2)).toEqual([]);
  expect(sizes(Array(5).fill(sized(10)), 2)).toEqual([2, 2, 1]);
  const mb = 1024 * 1024;
  const over = '{"text":""}'.length;
  expect(sizes([sized(3 * mb - over), sized(3 * mb - over), sized(1)], 10)).toEqual([2, 1]);
  expect(sizes([sized(3 * mb - over), sized(3 * mb - over + 1), sized(1)], 10)).toEqual([1, 2]);
  expect(sizes([sized(1), sized(7 * mb), sized(1)], 10)).toEqual([1, 1, 1]);
});

describe('an event of Lambda', () => {
  afterEach(() => void vi.useRealTimers());
  const arn = 'arn:aws:dynamodb:us-east-1:000000000000:table/things/stream/2026-11-21T10:00:00.000';
  const eventOf = (needsShardId: boolean, gatherSeconds: number) =>
    streamEvent([record('INSERT')], { needsShardId, gatherSeconds } as StreamConsumer, arn, 'shard-1');

  it('has its records with the source, and a window where the consumer asks for its shard', () => {
    vi.useFakeTimers({ now: Date.parse('2026-11-21T12:00:07.500Z') });
    const Records = [
      expect.objectContaining({
        eventName: 'INSERT',
        eventSource: 'aws:dynamodb',
        eventVersion: '1.1',
        awsRegion: 'us-east-1',
        eventSourceARN: arn,
      }),
    ];
    expect(eventOf(false, 5)).toEqual({ Records });
    expect(eventOf(true, 5)).toEqual({
      Records,
      shardId: 'shard-1-2026-11-21T10:00:00.000',
      eventSourceARN: arn,
      state: {},
      window: { start: '2026-11-21T12:00:05.000Z', end: '2026-11-21T12:00:10.000Z' },
      isFinalInvokeForWindow: false,
      isWindowTerminatedEarly: false,
    });
    expect(eventOf(true, 0)).toMatchObject({
      window: { start: '2026-11-21T12:00:07.000Z', end: '2026-11-21T12:00:08.000Z' },
    });
  });
});
