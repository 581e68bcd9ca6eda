import { catalogueOf, type Table } from './catalogue.ts';
import { checkpointsOf } from './checkpoints.ts';
import { DynamoError } from './dynamo-error.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { Item } from './item.ts';
import { itemCache } from './item-cache.ts';
import { eventualStore } from './lag.ts';
import { damagedFrames } from './log-damage.ts';
import { checkParameters, type Operation } from './parameters.ts';
import type { PreparedRows } from './prepare-writes.ts';
import { readsOf } from './reads.ts';
import { openStore } from './store.ts';
import { streamsOf } from './streams.ts';
import { noSyncer, syncerOf } from './syncer.ts';
import { writesOf } from './writes.ts';

export type Engine = ReturnType<typeof openEngine>;
type Waiting = {
  run(): object;
  changesTables: boolean;
  resolve(answer: object): void;
  reject(error: unknown): void;
};

const maxPerCommit = 128;
/**
 * Batches have up to 25 items. Two batched items follow each event, so batches keep up and a single write does
 * not wait for all.
 */
const minBatchesPerCommit = 4;
const writesPerBatch = 10;
const enoughToCommit = 8;
const inMemory = ':memory:';

/**
 * A part of DynamoDB over one SQLite file (or `:memory:`). All writes of one turn of the event loop share a
 * transaction. An answer waits until the data that it saw or wrote is synced.
 */
export function openEngine(
  path: string,
  { failed = () => {}, hasSubscriber, shared, refuses, lagMs, sync, checkpointRows }: EngineSettings = {},
) {
  // SQLite silently drops the unreadable end of its log when it opens the file.
  const lostFrames = path === inMemory ? 0 : damagedFrames(`${path}-wal`);
  const store = openStore(path);
  const catalogue = catalogueOf(store, (id) => streams.forget(id));
  const lagging = lagMs && eventualStore(lagMs);
  const cache = lagging ? undefined : itemCache();
  const reads = readsOf((isConsistent) => (isConsistent || !lagging ? store : lagging.now()), catalogue, cache);
  const streams = streamsOf(store, catalogue, {
    hasSubscriber,
    ...(shared && { published: shared.published, keeps: 'none' }),
  });
  const writes = writesOf(lagging ? lagging.over(store) : store, catalogue, streams, cache);
  const syncer = path === inMemory ? noSyncer : syncerOf(`${path}-wal`, { failed, ended: () => void setImmediate(flush), sync, shared });
  const checkpoints = path === inMemory ? undefined : checkpointsOf(path, { rows, hold, release, failed, everyRows: checkpointRows });
  const onRead = { ...reads.operations, ...catalogue.reads, ...streams.reads } as Record<string, (input: never) => object>;
  const onWrite = {
    ...writes.operations,
    ...catalogue.writes,
  } as Record<string, (input: never) => object>;

  // A killed process may leave unsynced log entries.
  syncer.committed([]);

  const waiting: Waiting[] = [];
  const batches: Waiting[] = [];
  const waitingCount = () => waiting.length + batches.length;
  let isHeld = false;
  let isClosed = false;

  function rows(all = false): number {
    return all ? Number(store.changes.get()?.count) : writes.rows();
  }
  function hold(): void {
    isHeld = true;
    shared?.hold(true);
  }
  function release(): void {
    isHeld = false;
    shared?.hold(false);
    if (waitingCount() > 0) flush();
  }

  /** Writes wait during a sync, because one larger commit costs less than two. */
  function flush(): void {
    if (isHeld || isClosed || waitingCount() === 0 || syncer.isRunning()) return;
    const batch = waiting.splice(0, maxPerCommit);
    batch.push(...batches.splice(0, Math.max(minBatchesPerCommit, Math.ceil(batch.length / writesPerBatch))));
    if (waitingCount() > 0) setImmediate(flush);
    const answers: (() => void)[] = [];
    const unsynced: (() => void)[] = [];
    const rowsAtStart = rows();
    let hasChanged = false;
    const rejectAll = (error: unknown) => {
      for (const { reject } of batch) reject(error);
    };
    try {
      store.begin.run();
      for (const { run, resolve, reject, changesTables } of batch) {
        const before = rows(changesTables);
        let answer: () => void;
        try {
          const output = run();
          answer = () => resolve(output);
        } catch (error) {
          if (rows(changesTables) !== before) throw error;
          if (changesTables) catalogue.load();
          answer = () => reject(error);
        }
        hasChanged ||= changesTables || rows() !== rowsAtStart;
        (hasChanged ? unsynced : answers).push(answer);
      }
      if (hasChanged) shared?.startCommit();
      store.commit.run();
      if (batch.some(({ changesTables }) => changesTables)) {
        shared?.tablesChanged();
        cache?.clear();
      }
    } catch (error) {
      undo();
      rejectAll(error);
      return;
    }
    // A write that was refused before the first change needs no sync of its own.
    syncer.whenSynced(() => {
      for (const answer of answers) answer();
    }, rejectAll);
    if (!hasChanged) return;
    const records = streams.take();
    syncer.committed(writes.takeChanged());
    checkpoints?.committed();
    syncer.whenSynced(() => {
      streams.publish(records);
      for (const answer of unsynced) answer();
    }, rejectAll);
  }

  function undo(): void {
    try {
      store.rollback.run();
    } catch {}
    streams.undo();
    store.records.forget();
    catalogue.load();
    cache?.clear();
    writes.takeChanged();
    if (shared) syncer.committed([]);
  }

  function enqueue(lane: Waiting[], write: Omit<Waiting, 'resolve' | 'reject'>): Promise<object> {
    if (waitingCount() === 0) setImmediate(flush);
    return new Promise((resolve, reject) => {
      lane.push({ ...write, resolve, reject });
      if (waiting.length >= enoughToCommit) flush();
    });
  }

  function call(operation: string, input: object): Promise<object> {
    if (isClosed) return Promise.reject(new Error('The embedded engine is closed.'));
    const read = Object.hasOwn(onRead, operation) ? onRead[operation] : undefined;
    const write = Object.hasOwn(onWrite, operation) ? onWrite[operation] : undefined;
    try {
      const refusal = refuses?.(operation, input);
      if (refusal) throw refusal;
      if (!read && !write) throw new DynamoError('UnknownOperationException', `The embedded engine does not implement ${operation}.`);
      checkParameters(operation as Operation, input);
      if (write) {
        const changesTables = operation in catalogue.writes;
        const lane = operation === 'BatchWriteItem' ? batches : waiting;
        return enqueue(lane, { run: () => write(input as never), changesTables });
      }
      const answer = read?.(input as never) ?? {};
      // The data that a read saw may not be synced yet, so its answer waits.
      const seen = reads.takeSeen();
      return seen && syncer.areSynced(seen) ? Promise.resolve(answer) : synced(() => answer);
    } catch (error) {
      reads.takeSeen();
      return synced(() => {
        throw error;
      });
    }
  }

  function synced(outcome: () => object): Promise<object> {
    return new Promise<void>((resolve, reject) => syncer.whenSynced(resolve, reject)).then(outcome);
  }

  /**
   * The item may have a later expiry now, so each delete is conditional. A call deletes at most a thousand.
   */
  async function expire(): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    const tables = new Map([...catalogue.tables.values()].map((table): [number, Table] => [table.id, table]));
    const removals = store.expired.all(now - 5 * 365 * 86_400, now, 1000).map(({ t, item }) => {
      const table = tables.get(Number(t)) as Table;
      const storedItem = JSON.parse(String(item)) as Item;
      const { hash, range } = table;
      return call('DeleteItem', {
        TableName: table.name,
        Key: { [hash.name]: storedItem[hash.name], ...(range && { [range.name]: storedItem[range.name] }) },
        ConditionExpression: '#ttl <= :now',
        ExpressionAttributeNames: { '#ttl': table.ttl },
        ExpressionAttributeValues: { ':now': { N: String(now) } },
      });
    });
    await Promise.allSettled(removals);
  }

  return {
    call,
    writeRows: (rows: PreparedRows): Promise<object> =>
      isClosed
        ? Promise.reject(new Error('The embedded engine is closed.'))
        : enqueue(batches, { run: () => writes.writeRows(rows), changesTables: false }),
    streams,
    damagedFrames: lostFrames,
    tableId: (name: string) => catalogue.of(name).id,
    expire,
    async close(): Promise<void> {
      await checkpoints?.close();
      isHeld = false;
      flush();
      isClosed = true;
      syncer.close();
      store.close();
    },
  };
}
