import { EventEmitter } from 'node:events';
import type { WireMap } from '#shared/data/attribute-values.ts';
import { DynamoRefusal } from '#shared/data/dynamo.ts';
import type { StreamRecord } from '../../stream-source.ts';
import type { EngineSettings } from './engine.ts';
import { invalid } from './refusals.ts';
import type { Store, StoredTable } from './store.ts';

export type Streams = ReturnType<typeof streamsOf>;

/** Records of a table that are kept as objects, for readers that keep up; older ones are read from the file. */
const keptInMemory = 8192;
export const shardId = 'shardId-00000000000000000001-00000001';

/** The tables' streams: one shard each, numbered from 1 without end, in the file and (the newest) in memory. */
export function streamsOf(
  store: Store,
  tableAt: (arn: string) => StoredTable,
  isHeard?: EngineSettings['isHeard'],
) {
  const newest = new Map<number, number>();
  const memory = new Map<number, StreamRecord[]>();
  /** Written in the open transaction, and not to be seen before its end. */
  let open: { id: number; record: StreamRecord }[] = [];
  const news = new EventEmitter();
  news.setMaxListeners(100);

  const newestOf = (id: number): number => {
    const known = newest.get(id);
    if (known !== undefined) return known;
    const found = Number(store.newest.get(id)?.seq ?? 0);
    newest.set(id, found);
    return found;
  };

  const read = (id: number, after: number, limit: number): StreamRecord[] => {
    const records = memory.get(id) ?? [];
    const first = Number(records[0]?.dynamodb.SequenceNumber ?? Number.POSITIVE_INFINITY);
    if (after + 1 >= first) return records.slice(after + 1 - first, after + 1 - first + limit);
    // Up to what is committed: the open transaction's own records come later.
    return store.records
      .all(id, after, limit)
      .map(({ record }) => JSON.parse(String(record)) as StreamRecord);
  };

  return {
    news,
    newestOf,
    read,

    /** Adds a change within the open transaction. */
    add(table: StoredTable, before: WireMap | undefined, after: WireMap | undefined): void {
      if (!table.stream || (isHeard && !isHeard(table, before, after))) return;
      const seq = newestOf(table.id) + 1;
      newest.set(table.id, seq);
      const image = (after ?? before) as WireMap;
      const record = {
        eventID: `${table.id}-${seq}`,
        eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
        eventVersion: '1.1',
        eventSource: 'aws:dynamodb',
        awsRegion: 'us-east-1',
        dynamodb: {
          ApproximateCreationDateTime: Math.floor(Date.now() / 1000),
          Keys: { pk: image.pk, sk: image.sk },
          SequenceNumber: String(seq),
          ...(after && { NewImage: after }),
          ...(before && { OldImage: before }),
          SizeBytes: 0,
          StreamViewType: 'NEW_AND_OLD_IMAGES',
        },
      } as StreamRecord;
      store.addRecord.run(table.id, seq, Math.floor(Date.now() / 1000), JSON.stringify(record));
      open.push({ id: table.id, record });
    },

    /** After the commit: now they are there. */
    publish(): void {
      if (open.length === 0) return;
      for (const { id, record } of open) {
        const records = memory.get(id);
        if (!records) memory.set(id, [record]);
        else {
          records.push(record);
          if (records.length > 2 * keptInMemory) records.splice(0, keptInMemory);
        }
      }
      open = [];
      news.emit('news');
    },

    /** After a rollback: they never were. */
    forget(): void {
      open = [];
      newest.clear();
    },

    /** Removes records before a position that are older than an hour, 5000 at most; whether there may be more. */
    trim: (id: number, before: number, keepSeconds: number): boolean =>
      Number(store.trim.run(id, id, before, Math.floor(Date.now() / 1000) - keepSeconds).changes) === 5000,

    describe({ StreamArn }: { StreamArn: string }) {
      const table = tableAt(StreamArn);
      const Shards = [{ ShardId: shardId, SequenceNumberRange: { StartingSequenceNumber: '1' } }];
      const of = { StreamArn, StreamLabel: table.stream, TableName: table.name };
      return {
        StreamDescription: { ...of, StreamStatus: 'ENABLED', StreamViewType: 'NEW_AND_OLD_IMAGES', Shards },
      };
    },

    iterator(input: { StreamArn: string; ShardIteratorType: string; SequenceNumber?: string }) {
      const { id } = tableAt(input.StreamArn);
      const seq = Number(input.SequenceNumber);
      const after = {
        TRIM_HORIZON: 0,
        LATEST: newestOf(id),
        AFTER_SEQUENCE_NUMBER: seq,
        AT_SEQUENCE_NUMBER: seq - 1,
      }[input.ShardIteratorType];
      if (after === undefined || Number.isNaN(after))
        throw invalid('Invalid ShardIteratorType or SequenceNumber');
      return { ShardIterator: `${input.StreamArn}|${after}` };
    },

    records({ ShardIterator, Limit = 1000 }: { ShardIterator: string; Limit?: number }) {
      const [arn = '', after] = ShardIterator.split('|');
      const { id, stream } = tableAt(arn);
      if (!stream) throw new DynamoRefusal('ResourceNotFoundException', 'No such stream');
      const Records = read(id, Number(after), Math.min(Limit, 1000));
      return { Records, NextShardIterator: `${arn}|${Records.at(-1)?.dynamodb.SequenceNumber ?? after}` };
    },
  };
}
