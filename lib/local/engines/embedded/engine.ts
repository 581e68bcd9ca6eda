import type { WireMap } from '#shared/data/attribute-values.ts';
import { type Dynamo, DynamoRefusal } from '#shared/data/dynamo.ts';
import { catalogueOf } from './catalogue.ts';
import { readsOf } from './reads.ts';
import { openStore, type StoredTable } from './store.ts';
import { streamsOf } from './streams.ts';
import { noSyncer, syncerOf } from './syncer.ts';
import { addEntries, writesOf } from './writes.ts';

export type Engine = ReturnType<typeof openEngine>;
type Waiting = { run(): object; resolve(answer: object): void; reject(error: unknown): void };

export type EngineSettings = {
  /** Told why the file can no longer be trusted; nothing is answered from then on. */
  failed?: (error: Error) => void;
  /** Whether any reader of a table's stream wants to hear of a change; without it all are kept. */
  isHeard?:
    | ((table: StoredTable, before: WireMap | undefined, after: WireMap | undefined) => boolean)
    | undefined;
};

/** Writes of one turn that share a commit at most, so that a flood does not hold up everything else. */
const mostAtOnce = 256;

/**
 * The part of DynamoDB that the service uses, in this process, over one SQLite file. Reads are answered at once, from
 * what is committed. All writes of a turn of the event loop run in one transaction, one after the other, and are
 * answered once that is on the disk.
 */
export function openEngine(path: string, { failed = () => {}, isHeard }: EngineSettings = {}) {
  const store = openStore(path);
  const catalogue = catalogueOf(store, addEntries(store));
  const reads = readsOf(store, catalogue);
  const streams = streamsOf(store, catalogue.byStream, isHeard);
  const syncer = path === ':memory:' ? noSyncer : syncerOf(`${path}-wal`, failed);
  const { textOf: _, ...readOperations } = reads;
  const atOnce: Record<string, (input: never) => object> = {
    ...readOperations,
    DescribeTable: catalogue.describe,
    ListTables: catalogue.list,
    DescribeTimeToLive: catalogue.describeExpiry,
    DescribeStream: streams.describe,
    GetShardIterator: streams.iterator,
    GetRecords: streams.records,
  };
  const inTurn: Record<string, (input: never) => object> = {
    ...writesOf(store, catalogue, reads, streams),
    CreateTable: catalogue.create,
    UpdateTable: catalogue.change,
    DeleteTable: catalogue.remove,
    UpdateTimeToLive: catalogue.expire,
  };

  const waiting: Waiting[] = [];
  let isClosed = false;

  function flush(): void {
    const batch = waiting.splice(0, mostAtOnce);
    if (waiting.length > 0) setImmediate(flush);
    const answers: (() => void)[] = [];
    try {
      store.begin.run();
      for (const { run, resolve, reject } of batch) {
        try {
          const answer = run();
          answers.push(() => resolve(answer));
        } catch (error) {
          // A refusal comes before the first write of its request; anything else undoes the whole turn.
          if (!(error instanceof DynamoRefusal)) throw error;
          answers.push(() => reject(error));
        }
      }
      store.commit.run();
    } catch (error) {
      try {
        store.rollback.run();
      } catch {}
      streams.forget();
      for (const { reject } of batch) reject(error);
      return;
    }
    syncer.committed();
    syncer.whenSynced(
      () => {
        for (const answer of answers) answer();
      },
      (error) => {
        for (const { reject } of batch) reject(error);
      },
    );
    streams.publish();
  }

  /** Any operation by its name, in DynamoDB's own words. */
  function call(operation: string, input: object): Promise<object> {
    if (isClosed) return Promise.reject(new Error('The embedded engine is closed.'));
    const read = Object.hasOwn(atOnce, operation) && atOnce[operation];
    if (read) {
      // What it saw may be committed and not yet synced: then its answer waits too.
      return new Promise((resolve, reject) => {
        try {
          const answer = read(input as never);
          syncer.whenSynced(() => resolve(answer), reject);
        } catch (error) {
          syncer.whenSynced(() => reject(error), reject);
        }
      });
    }
    const write = Object.hasOwn(inTurn, operation) && inTurn[operation];
    if (!write)
      return Promise.reject(
        new DynamoRefusal('UnknownOperationException', `The embedded engine does not know ${operation}.`),
      );
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ run: () => write(input as never), resolve, reject });
    });
  }

  /** Deletes what has expired, by conditions, since it may have got a later time; at most a thousand items a call. */
  async function expire(): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    const names = new Map(
      [...catalogue.tables.values()].filter(({ ttl }) => ttl).map(({ id, name }) => [id, name]),
    );
    const found = store.expired.all(now - 5 * 365 * 86_400, now, 1000);
    const removals = found.map(
      ({ t, pk, sk }) =>
        names.has(Number(t)) &&
        call('DeleteItem', {
          TableName: names.get(Number(t)),
          Key: { pk: { S: pk }, sk: { S: sk } },
          ConditionExpression: '#ttl <= :now',
          ExpressionAttributeNames: { '#ttl': 'ttl' },
          ExpressionAttributeValues: { ':now': { N: String(now) } },
        }),
    );
    await Promise.allSettled(removals);
  }

  return {
    call,
    dynamo: call as unknown as Dynamo,
    streams,
    streamId: (arn: string) => catalogue.byStream(arn).id,
    tableId: (name: string) => catalogue.of(name).id,
    expire,
    close(): void {
      if (waiting.length > 0) flush();
      isClosed = true;
      syncer.close();
      store.close();
    },
  };
}
