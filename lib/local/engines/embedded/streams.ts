import { EventEmitter } from 'node:events';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { imageLengths, type StreamRecord } from '../../stream-source.ts';
import { type Catalogue, keySchema, type Table } from './catalogue.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { Item, Value } from './item.ts';
import { type KeyText, namesOf } from './keys.ts';
import type { RecordRow } from './records.ts';
import { invalid, notFound } from './refusals.ts';
import type { Store } from './store.ts';
import { setOwn, sizeOfItem } from './values.ts';

/** A change with the images before and after it. */
export type Imaged = { seq: number; at: number; before: Item | undefined; after: Item | undefined };
/** A record that is written, and not to be seen before it is on the disk. `bytes`: of its images' texts. */
export type Pending = Imaged & { id: number; bytes: number; record?: StreamRecord };
/** An item as it is stored: its text, and the number of the stream record that takes its new image from it. */
export type Stored = { item: Item; text: string; seq: number | null };
type Asked = { TableName?: string; Limit?: number; ExclusiveStartStreamArn?: string };
type Described = { StreamArn: string; ExclusiveStartShardId?: string };
type IteratorInput = {
  StreamArn: string;
  ShardId: string;
  ShardIteratorType: string;
  SequenceNumber?: string;
};

/** The newest records of a table are kept as objects, for readers that keep up; older ones are read from the file. */
const memoryBytes = 16 * 1_048_576;
const pageBytes = 4 * 1_048_576;
const pageRecords = 1000;
const trimAtOnce = 1000;
const seconds = () => Math.floor(Date.now() / 1000);

export type Streams = ReturnType<typeof streamsOf>;

/** The tables' streams: one shard each, numbered without end, in the file and (the newest) in memory. */
export function streamsOf(store: Store, catalogue: Catalogue, isHeard: EngineSettings['isHeard']) {
  /** By table: the last number given, and the last one that may be read. */
  const given = new Map<number, number>();
  const published = new Map<number, number>();
  const memory = new Map<number, { records: Pending[]; bytes: number }>();
  let open: Pending[] = [];
  const news = new EventEmitter().setMaxListeners(100);

  const stored = (id: number) => {
    const { oldest, newest } = store.records.of(id).ends.get() as Record<string, number | null>;
    return { oldest: oldest ?? 0, newest: newest ?? 0 };
  };
  const lastIn = (numbers: Map<number, number>, id: number): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const { newest } = stored(id);
    given.set(id, newest);
    published.set(id, newest);
    return newest;
  };
  const newestOf = (id: number) => lastIn(published, id);

  function read(table: Table, after: number, limit: number): StreamRecord[] {
    const { id } = table;
    const { records } = memory.get(id) ?? { records: [] };
    const oldest = records[0]?.seq ?? Number.POSITIVE_INFINITY;
    if (after + 1 >= oldest)
      return records
        .slice(after + 1 - oldest, after + 1 - oldest + limit)
        .map((one) => (one.record ??= recordOf(table, one, one.bytes)));
    const found: StreamRecord[] = [];
    let bytes = 0;
    const rows = store.records.of(id).read.iterate(after, newestOf(id), limit) as Iterable<RecordRow>;
    for (const { seq, at, old, new: text } of rows) {
      const before = old ? (JSON.parse(old) as Item) : undefined;
      const now = text ? (JSON.parse(text) as Item) : undefined;
      const length = (old?.length ?? 0) + text.length;
      found.push(recordOf(table, { seq, at, before, after: now }, length));
      bytes += length;
      if (bytes > pageBytes) break;
    }
    return found;
  }

  return {
    news,
    newestOf,
    read,
    /** The records of a table are gone, and its numbers begin again. */
    forget(id: number): void {
      for (const map of [given, published, memory]) map.delete(id);
    },

    /** The number that a change's record gets; `null` where nobody reads of it. */
    numberOf(table: Table, before: Item | undefined, after: Item | undefined): number | null {
      const { id, stream } = table;
      if (!stream?.isEnabled) return null;
      if (isHeard && !isHeard(table, before as WireMap | undefined, after as WireMap | undefined))
        return null;
      return lastIn(given, id) + 1;
    },

    /**
     * Adds the record of a change within the open transaction. Its new image is that of the item, and written out only
     * when that changes (`keep`): most never do.
     */
    add(
      { id }: Table,
      { pk, sk }: KeyText,
      seq: number,
      before: Stored | undefined,
      after: { item: Item; text: string } | undefined,
    ): void {
      given.set(id, seq);
      const at = seconds();
      store.records.of(id).add.run(seq, at, pk, sk, before?.text ?? null, after ? null : '');
      const bytes = (before?.text.length ?? 0) + (after?.text.length ?? 0);
      open.push({ id, seq, at, bytes, before: before?.item, after: after?.item });
    },

    /** Before an item changes: writes out the new image of the record that takes it from the item. */
    keep({ id }: Table, { pk, sk }: KeyText, { text, seq }: Stored): void {
      if (seq !== null) store.records.of(id).keepImage.run(text, seq, pk, sk);
    },

    /** The records of the transaction that ends now. */
    take(): Pending[] {
      const taken = open;
      open = [];
      return taken;
    },

    /** The open transaction's records never were. */
    undo(): void {
      for (const { id, seq } of open.splice(0).reverse()) given.set(id, seq - 1);
    },

    /** Once they are on the disk: now they are there. */
    publish(records: readonly Pending[]): void {
      if (records.length === 0) return;
      for (const one of records) {
        const kept = memory.get(one.id) ?? { records: [], bytes: 0 };
        memory.set(one.id, kept);
        kept.records.push(one);
        kept.bytes += one.bytes;
        published.set(one.id, one.seq);
        if (kept.bytes <= 2 * memoryBytes) continue;
        // By halves, since each cut moves what stays.
        let count = 0;
        for (; kept.bytes > memoryBytes && count < kept.records.length - 1; count++)
          kept.bytes -= kept.records[count]?.bytes ?? 0;
        kept.records.splice(0, count);
      }
      news.emit('news');
    },

    /** Removes old records before a position, some thousand at most; whether there may be more. */
    trim(id: number, before: number, keepSeconds: number): boolean {
      const until = seconds() - keepSeconds;
      // The newest one stays, so that the numbers go on after a restart.
      const end = Math.min(before, newestOf(id));
      const kept = memory.get(id);
      if (kept) {
        const gone = kept.records.splice(
          0,
          kept.records.findIndex(({ seq, at }) => seq >= end || at > until),
        );
        for (const { bytes } of gone) kept.bytes -= bytes;
      }
      return Number(store.records.of(id).trim.run(end, until, trimAtOnce).changes) === trimAtOnce;
    },

    reads: {
      ListStreams({ TableName, Limit = 100, ExclusiveStartStreamArn: after = '' }: Asked) {
        const found = [...catalogue.tables.values()]
          .filter(({ name, stream }) => stream && (TableName === undefined || name === TableName))
          .map(({ name, stream }) => ({
            StreamArn: stream?.arn ?? '',
            TableName: name,
            StreamLabel: stream?.label,
          }))
          .sort((a, b) => (a.StreamArn < b.StreamArn ? -1 : 1))
          .filter(({ StreamArn }) => StreamArn > after);
        const Streams = found.slice(0, Limit);
        const LastEvaluatedStreamArn = found.length > Limit && Streams.at(-1)?.StreamArn;
        return { Streams, ...(LastEvaluatedStreamArn && { LastEvaluatedStreamArn }) };
      },

      DescribeStream({ StreamArn, ExclusiveStartShardId: after = '' }: Described) {
        const table = catalogue.byStream(StreamArn);
        const { stream, name: TableName } = table;
        const range = {
          StartingSequenceNumber: String(Math.max(1, stored(table.id).oldest)),
          ...(!stream.isEnabled && { EndingSequenceNumber: String(newestOf(table.id)) }),
        };
        const shard = { ShardId: stream.shardId, SequenceNumberRange: range };
        return {
          StreamDescription: {
            ...{ StreamArn, StreamLabel: stream.label, TableName, KeySchema: keySchema(table) },
            CreationRequestDateTime: table.createdAt,
            ...{ StreamStatus: stream.isEnabled ? 'ENABLED' : 'DISABLED', StreamViewType: stream.view },
            Shards: shard.ShardId > after ? [shard] : [],
          },
        };
      },

      GetShardIterator({ StreamArn, ShardId, ShardIteratorType: type, SequenceNumber }: IteratorInput) {
        const table = catalogue.byStream(StreamArn);
        if (ShardId !== table.stream.shardId) throw notFound(`Shard: ${ShardId}`);
        const isPosition = type === 'AFTER_SEQUENCE_NUMBER' || type === 'AT_SEQUENCE_NUMBER';
        if (isPosition !== /^\d{1,40}$/.test(SequenceNumber ?? ''))
          throw invalid(`Invalid SequenceNumber for a ShardIteratorType of ${type}`);
        const after = {
          TRIM_HORIZON: 0,
          LATEST: newestOf(table.id),
          AFTER_SEQUENCE_NUMBER: Number(SequenceNumber),
          AT_SEQUENCE_NUMBER: Number(SequenceNumber) - 1,
        }[type];
        if (after === undefined) throw invalid(`Invalid ShardIteratorType: ${type}`);
        return { ShardIterator: `${StreamArn}|${after}` };
      },

      GetRecords({ ShardIterator, Limit = pageRecords }: { ShardIterator: string; Limit?: number }) {
        const [arn = '', position = ''] = ShardIterator.split('|');
        if (!/^\d+$/.test(position)) throw invalid('Invalid ShardIterator');
        const table = catalogue.byStream(arn);
        const Records = read(table, Number(position), Math.min(Limit, pageRecords));
        const after = Records.at(-1)?.dynamodb.SequenceNumber ?? position;
        const isAtEnd = !table.stream.isEnabled && Number(after) >= newestOf(table.id);
        return { Records, ...(!isAtEnd && { NextShardIterator: `${arn}|${after}` }) };
      },
    },
  };
}

/** `length`: of its images' texts. */
function recordOf(table: Table, { seq, at, before, after }: Imaged, length: number): StreamRecord {
  const view = table.stream?.view ?? 'KEYS_ONLY';
  const image = (after ?? before) as Item;
  const Keys: Item = {};
  for (const name of namesOf(table)) setOwn(Keys, name, image[name] as Value);
  const NewImage = view.startsWith('NEW') ? after : undefined;
  const OldImage = view.includes('OLD') ? before : undefined;
  const size = (item: Item | undefined) => (item ? sizeOfItem(item) : 0);
  const record = {
    eventID: `${table.id}-${seq}`,
    eventName: before ? (after ? 'MODIFY' : 'REMOVE') : 'INSERT',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    dynamodb: {
      ApproximateCreationDateTime: at,
      Keys,
      SequenceNumber: String(seq),
      ...(NewImage && { NewImage }),
      ...(OldImage && { OldImage }),
      SizeBytes: size(Keys) + size(NewImage) + size(OldImage),
      StreamViewType: view,
    },
  } as StreamRecord;
  imageLengths.set(record, length);
  return record;
}
