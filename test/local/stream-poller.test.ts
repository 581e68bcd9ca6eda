// Slow: it starts processes.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  DeleteItemCommand,
  DynamoDBClient,
  PutItemCommand,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { checkpointIn } from '#lib/local/checkpoint.ts';
import { createTables } from '#lib/local/resources.ts';
import { type Poller, type StreamPollerSettings, startStreamPoller } from '#lib/local/stream-poller.ts';
import type { StreamConsumer } from '#shared/store/tables.ts';
import { busyness } from '#test/kit/cpu-clock.ts';
import { engineEndpoint as endpoint, engine } from '#test/kit/engine.ts';
import { until } from '#test/kit/until.ts';
import { temporaryFolder } from './temporary-folder.ts';

type StreamEvent = { Records: (DynamoDBRecord & { dynamodb: { SequenceNumber: string } })[] } & Record<string, unknown>;

const folder = temporaryFolder();
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
const pollers: Poller[] = [];
const stopPollers = () => Promise.all(pollers.splice(0).map((poller) => poller.stop()));
afterEach(stopPollers);
afterAll(() => client.destroy());

const consumer: StreamConsumer = {
  function: 'totals',
  filter: { name: 'kind', values: ['conversion'] },
  batchSize: 1000,
  gatherSeconds: 0,
  needsShardId: false,
  timeoutSeconds: 10,
};

async function table() {
  const tables = await createTables(engine, { prefix: `${randomUUID()}-` });
  const { tableName: TableName = '', streamArn = '' } = tables.find(({ name }) => name === 'attribution') ?? {};
  const item = (sk: string, kind = 'conversion') => ({ pk: { S: 'p' }, sk: { S: sk }, kind: { S: kind } });
  return {
    put: (sk: string, kind?: string) => client.send(new PutItemCommand({ TableName, Item: item(sk, kind) })),
    remove: (sk: string) => client.send(new DeleteItemCommand({ TableName, Key: { pk: { S: 'p' }, sk: { S: sk } } })),
    putAll: async (names: readonly string[]) => {
      for (let i = 0; i < names.length; i += 100) {
        const puts = names.slice(i, i + 100).map((sk): TransactWriteItem => ({ Put: { TableName, Item: item(sk) } }));
        await client.send(new TransactWriteItemsCommand({ TransactItems: puts }));
      }
    },
    poll: (invoke: (keys: string[], event: StreamEvent) => unknown, change: Partial<StreamPollerSettings> & { file?: string } = {}) => {
      const checkpoint = checkpointIn(join(folder, change.file ?? randomUUID()), streamArn);
      const handle = async (event: unknown) => invoke(keysOf(event as StreamEvent), event as StreamEvent);
      const rest = { giveUp: () => {}, failed: () => {}, firstRetryMs: 1, ...change };
      pollers.push(startStreamPoller({ engine, streamArn, consumer, checkpoint, invoke: handle, ...rest }));
    },
  };
}

const keysOf = ({ Records }: StreamEvent) => Records.map(({ dynamodb }) => dynamodb.Keys?.sk?.S ?? '');
const names = (count: number) => Array.from({ length: count }, (_, i) => `c${i}`);

describe('table streams on this machine', () => {
  it('table streams on this machine hands a record over at once although the clock is set back while it gathers more', async () => {
    const start = Date.now;
    let shift = 0;
    vi.spyOn(Date, 'now').mockImplementation(() => start() + shift);
    let newest = 0;
    const record = (seq: number) => ({
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: String(seq),
        Keys: { sk: { S: `c${seq}` } },
        NewImage: { kind: { S: 'conversion' } },
      },
    });
    const answers: Record<string, (input: { ShardIterator: string }) => object> = {
      DescribeStream: () => ({ StreamDescription: { Shards: [{ ShardId: 's' }] } }),
      GetShardIterator: () => ({ ShardIterator: '0' }),
      GetRecords: ({ ShardIterator: after }) => ({
        Records: Array.from({ length: newest - Number(after) }, (_, i) => record(Number(after) + i + 1)),
        NextShardIterator: String(newest),
      }),
    };
    const keys: string[] = [];
    pollers.push(
      startStreamPoller({
        streamArn: 'arn',
        checkpoint: checkpointIn(join(folder, randomUUID()), 'arn'),
        consumer: { ...consumer, gatherSeconds: 5 },
        engine: async (operation, input) => answers[operation]?.(input as { ShardIterator: string }) ?? {},
        invoke: async (event) => void keys.push(...keysOf(event as StreamEvent)),
        giveUp: () => {},
        failed: () => {},
        newest: () => newest,
      }),
    );
    for (let seq = 1; seq <= 3; seq++) {
      newest = seq;
      await delay(60);
      shift -= 3_600_000;
      await until(() => keys.length === seq, 5);
    }
    vi.restoreAllMocks();
  });

  it('table streams on this machine looks seldom at a stream whose records are for others, and hands its own over all the same', async () => {
    let newest = 0;
    let reads = 0;
    let listen = () => {};
    const recordAt = (seq: number) => ({
      eventName: 'INSERT',
      dynamodb: {
        SequenceNumber: String(seq),
        Keys: { sk: { S: `c${seq}` } },
        NewImage: { kind: { S: seq % 300 === 0 ? 'conversion' : 'session' } },
      },
    });
    const answers: Record<string, (input: { ShardIterator: string }) => object> = {
      DescribeStream: () => ({ StreamDescription: { Shards: [{ ShardId: 's' }] } }),
      GetShardIterator: () => ({ ShardIterator: '0' }),
      GetRecords({ ShardIterator }) {
        reads++;
        const after = Number(ShardIterator);
        const Records = Array.from({ length: newest - after }, (_, i) => recordAt(after + i + 1));
        return { Records, NextShardIterator: String(newest) };
      },
    };
    const keys: string[] = [];
    pollers.push(
      startStreamPoller({
        consumer,
        streamArn: 'arn',
        checkpoint: checkpointIn(join(folder, randomUUID()), 'arn'),
        engine: async (operation, input) => answers[operation]?.(input as { ShardIterator: string }) ?? {},
        invoke: async (event) => void keys.push(...keysOf(event as StreamEvent)),
        giveUp: () => {},
        failed: () => {},
        newest: () => newest,
        onNews: (hear) => {
          listen = hear;
          return () => {};
        },
      }),
    );
    const began = Date.now();
    for (; newest < 299; newest++) {
      listen();
      await delay(1);
    }
    expect(reads).toBeLessThan((Date.now() - began) / 8 + 10);
    newest++;
    listen();
    await until(() => keys.length);
    expect(keys).toEqual(['c300']);
  });

  it('table streams on this machine hands a change to the consumer in the form of Lambda', async () => {
    const { put, poll } = await table();
    await put('one');
    const events: StreamEvent[] = [];
    poll((_keys, event) => void events.push(event));
    await until(() => events.length);
    expect(events).toEqual([
      {
        Records: [
          {
            eventID: expect.any(String),
            eventName: 'INSERT',
            eventSource: 'aws:dynamodb',
            eventSourceARN: expect.stringMatching(/^arn:aws:dynamodb:.*\/stream\//),
            eventVersion: '1.1',
            awsRegion: 'us-east-1',
            dynamodb: {
              ApproximateCreationDateTime: expect.any(Number),
              Keys: { pk: { S: 'p' }, sk: { S: 'one' } },
              NewImage: { pk: { S: 'p' }, sk: { S: 'one' }, kind: { S: 'conversion' } },
              SequenceNumber: expect.stringMatching(/^\d+$/),
              SizeBytes: expect.any(Number),
              StreamViewType: 'NEW_AND_OLD_IMAGES',
            },
          },
        ],
      },
    ]);
  });

  it("table streams on this machine adds a tumbling window's envelope where the consumer needs the shard id", async () => {
    const { put, poll } = await table();
    await put('one');
    const events: StreamEvent[] = [];
    poll((_keys, event) => void events.push(event), { consumer: { ...consumer, needsShardId: true } });
    await until(() => events.length);
    expect(events[0]).toMatchObject({
      shardId: expect.stringMatching(/^shardId-/),
      state: {},
      window: { start: expect.stringMatching(/Z$/), end: expect.stringMatching(/Z$/) },
      isFinalInvokeForWindow: false,
      isWindowTerminatedEarly: false,
    });
  });

  it('table streams on this machine leaves out what the filter does not want, writes that changed nothing, and removals', async () => {
    const { put, remove, poll } = await table();
    await put('other', 'session');
    await put('one');
    await put('one');
    await remove('one');
    await put('last');
    const seen: string[] = [];
    poll((keys) => void seen.push(...keys));
    await until(() => seen.includes('last'));
    expect(seen).toEqual(['one', 'last']);
  });

  it('table streams on this machine keeps the order over many batches and past sequence numbers that sort wrongly as text', async () => {
    const { putAll, poll } = await table();
    await putAll(names(230));
    const batches: string[][] = [];
    poll((keys) => void batches.push(keys), { consumer: { ...consumer, batchSize: 100 } });
    await until(() => batches.flat().length >= 230);
    expect(batches.flat()).toEqual(names(230));
    expect(batches.map((batch) => batch.length)).toEqual([100, 100, 30]);
  });

  it('table streams on this machine goes on after a kill where the last checkpoint stands: nothing is lost and nothing done comes again', async () => {
    const { putAll, put, poll } = await table();
    await putAll(names(12));
    const first: string[] = [];
    poll((keys) => void first.push(...keys), { file: 'kill' });
    await until(() => first.length === 12);
    const inWork: string[] = [];
    await stopPollers();
    poll((keys) => new Promise(() => inWork.push(...keys)), { file: 'kill' });
    await put('in work');
    await until(() => inWork.length);
    pollers.pop();
    await put('while down');
    const after: string[] = [];
    poll((keys) => void after.push(...keys), { file: 'kill' });
    await until(() => after.includes('while down'));
    expect(after).toEqual(['in work', 'while down']);
  });

  it('table streams on this machine goes on from the first record that is reported as failed', async () => {
    const { putAll, poll } = await table();
    await putAll(names(5));
    const calls: string[][] = [];
    poll((keys, { Records }) => {
      calls.push(keys);
      const failed = Records.filter((_record, i) => calls.length === 1 && (i === 2 || i === 4));
      return {
        batchItemFailures: failed.map(({ dynamodb }) => ({ itemIdentifier: dynamodb.SequenceNumber })),
      };
    });
    await until(() => calls.length === 2);
    expect(calls).toEqual([names(5), ['c2', 'c3', 'c4']]);
  });

  it('halves a batch that throws, gives up the one bad record after many tries, and loses no other', async () => {
    const { putAll, put, poll } = await table();
    await putAll(names(7));
    const done: string[] = [];
    const givenUp: (string | undefined)[] = [];
    let tries = 0;
    const invoke = (keys: string[]) => {
      if (keys.length === 1 && keys[0] === 'c3') tries++;
      if (keys.includes('c3')) throw new Error('bad record');
      done.push(...keys);
    };
    poll(invoke, { maxTries: 4, giveUp: ({ dynamodb }) => givenUp.push(dynamodb.Keys?.sk?.S), file: 'bad' });
    await put('next');
    await until(() => done.includes('next'));
    expect(done).toEqual([...names(7).filter((name) => name !== 'c3'), 'next']);
    expect({ givenUp, tries }).toEqual({ givenUp: ['c3'], tries: 4 });
  });

  it('table streams on this machine gives up no record of a consumer without a number of attempts, and after its own number one of another', async () => {
    const { put, poll } = await table();
    await put('bad');
    await put('next');
    const seen = { held: [] as string[], passed: [] as string[] };
    const givenUp: (string | undefined)[] = [];
    const failing = (into: string[]) => (keys: string[]) => {
      if (keys.includes('bad')) throw new Error('bad record');
      into.push(...keys);
    };
    const giveUp: StreamPollerSettings['giveUp'] = ({ dynamodb }) => void givenUp.push(dynamodb.Keys?.sk?.S);
    poll(failing(seen.held), { giveUp });
    poll(failing(seen.passed), { giveUp, consumer: { ...consumer, maxAttempts: 3 } });
    await until(() => seen.passed.length);
    expect({ ...seen, givenUp }).toEqual({ held: [], passed: ['next'], givenUp: ['bad'] });
  });

  it('table streams on this machine stops in the middle of retries, and tries again at the next start', async () => {
    const { put, poll } = await table();
    await put('one');
    let tries = 0;
    const broken = () => {
      tries++;
      throw new Error('down');
    };
    poll(broken, { firstRetryMs: 5000, file: 'stop' });
    await until(() => tries);
    const asked = Date.now();
    await stopPollers();
    expect(Date.now() - asked).toBeLessThan(500 * busyness());
    const seen: string[] = [];
    poll((keys) => void seen.push(...keys), { file: 'stop' });
    await until(() => seen.length);
    expect(seen).toEqual(['one']);
  });

  it('table streams on this machine brings each consumer of a table every record, at its own pace', async () => {
    const { putAll, poll } = await table();
    const [quick, slow]: [string[], string[]] = [[], []];
    poll((keys) => void quick.push(...keys));
    poll(async (keys) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      slow.push(...keys);
    });
    await putAll(names(3));
    await until(() => quick.length === 3 && slow.length === 3);
    expect([quick, slow]).toEqual([names(3), names(3)]);
  });

  it('table streams on this machine gathers writes that come close together into one batch', async () => {
    const { putAll, put, poll } = await table();
    const batches: string[][] = [];
    await put('first');
    poll((keys) => void batches.push(keys), { consumer: { ...consumer, gatherSeconds: 1 } });
    await putAll(['second', 'third']);
    await until(() => batches.flat().length === 3);
    expect(batches).toHaveLength(1);
  });
});
