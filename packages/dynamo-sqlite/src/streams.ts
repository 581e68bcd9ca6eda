import { EventEmitter } from 'node:events';
import { type Catalogue, keySchema, type Table } from './catalogue.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { Item, Value } from './item.ts';
import { type KeyText, namesOf } from './keys.ts';
import { lazyChange } from './lazy-record.ts';
import type { RecordRow } from './records.ts';
import { invalid, notFound } from './refusals.ts';
import type { Store } from './store.ts';
import { imageBytes, type StreamRecord } from './stream-record.ts';
import { setOwn, sizeOfItem } from './values.ts';

export type Imaged = { seq: number; at: number; before: Item | undefined; after: Item | undefined };
type Kept = Pick<Imaged, 'seq' | 'at'> & Partial<Imaged> & { bytes: number; record?: StreamRecord };
export type Pending = Kept & { id: number };
export type Stored = { item: Item; text: string; seq: number | null };
type Asked = { TableName?: string; Limit?: number; ExclusiveStartStreamArn?: string };
type Described = { StreamArn: string; ExclusiveStartShardId?: string };
type IteratorInput = {
  StreamArn: string;
  ShardId: string;
  ShardIteratorType: string;
  SequenceNumber?: string;
};

/**
 * The newest records stay in memory up to this size. In a reader's thread, records stay until all its readers
 * have passed.
 */
const memoryBytes = { written: 16 * 1_048_576, read: 1_048_576, none: 0 };
const pageBytes = 4 * 1_048_576;
const pageRecords = 1000;
const trimAtOnce = 1000;
const rowsAtOnce = 50;
const bytesOf = (text: string | null | undefined) => (text ? Buffer.byteLength(text) : 0);
const seconds = () => Math.floor(Date.now() / 1000);

export type Streams = ReturnType<typeof streamsOf>;

type Published = Pick<Map<number, number>, 'get'> & {
  set(id: number, seq: number): unknown;
  delete(id: number): unknown;
};
type StreamSettings = Pick<EngineSettings, 'hasSubscriber'> & {
  published?: Published;
  keeps?: 'written' | 'read' | 'none';
};

/** A table's stream has one shard with endless numbers. */
export function streamsOf(store: Store, catalogue: Catalogue, { hasSubscriber, published = new Map(), keeps = 'written' }: StreamSettings) {
  const newestNumbers = new Map<number, number>();
  const memory = new Map<number, { records: Kept[]; bytes: number }>();
  let pendingRecords: Pending[] = [];
  const news = new EventEmitter().setMaxListeners(100);

  const stored = (id: number) => {
    const { oldest, newest } = store.records.of(id).ends.get() as Record<string, number | null>;
    return { oldest: oldest ?? 0, newest: newest ?? 0 };
  };
  const lastIn = (numbers: Published, id: number): number => {
    const knownNumber = numbers.get(id);
    if (knownNumber !== undefined) return knownNumber;
    if (keeps === 'read') return 0;
    const { newest } = stored(id);
    newestNumbers.set(id, newest);
    published.set(id, newest);
    return newest;
  };
  const newestOf = (id: number) => lastIn(published, id);

  function keep(id: number, record: Kept): void {
    const buffer = memory.get(id) ?? { records: [], bytes: 0 };
    memory.set(id, buffer);
    buffer.records.push(record);
    buffer.bytes += record.bytes;
    const most = memoryBytes[keeps];
    if (buffer.bytes <= 2 * most) return;
    // Cutting the list moves the remaining records, so each cut removes half.
    let count = 0;
    for (; buffer.bytes > most && count < buffer.records.length - 1; count++) buffer.bytes -= buffer.records[count]?.bytes ?? 0;
    buffer.records.splice(0, count);
  }

  function* storedAfter(table: Table, after: number, limit: number): Generator<Kept> {
    const { id } = table;
    const { read } = store.records.of(id);
    let from = after;
    for (let remainingRecords = limit; remainingRecords > 0; remainingRecords -= rowsAtOnce) {
      const rows = read.all(from, newestOf(id), Math.min(remainingRecords, rowsAtOnce)) as RecordRow[];
      for (const row of rows) yield keptOf(table, row);
      if (rows.length < rowsAtOnce) return;
      from = rows.at(-1)?.seq ?? from;
    }
  }

  function keptOf(table: Table, row: RecordRow): Kept {
    const { seq, at, old, new: text } = row;
    const bytes = bytesOf(old) + bytesOf(text);
    if (keeps === 'read') return { seq, at, bytes, record: recordFrom(table, seq, !old, !text, lazyChange(table, row), bytes) };
    const image = (text: string | null) => (text ? (JSON.parse(text) as Item) : undefined);
    return {
      seq,
      at,
      bytes,
      record: recordOf(table, { seq, at, before: image(old), after: image(text) }, bytes),
    };
  }

  function follow(table: Table, after: number, limit: number): void {
    const { id } = table;
    const records = memory.get(id)?.records ?? [];
    const [oldest, newest] = [records[0]?.seq ?? 0, records.at(-1)?.seq ?? -1];
    if (after + 1 < oldest) return;
    if (after > newest) memory.delete(id);
    for (const record of storedAfter(table, Math.max(after, newest), limit)) keep(id, record);
  }

  function read(table: Table, after: number, limit: number): StreamRecord[] {
    const { id } = table;
    if (keeps === 'read') follow(table, after, limit);
    const { records } = memory.get(id) ?? { records: [] };
    const oldest = records[0]?.seq ?? Number.POSITIVE_INFINITY;
    if (after + 1 >= oldest)
      return records
        .slice(after + 1 - oldest, after + 1 - oldest + limit)
        .map((entry) => (entry.record ??= recordOf(table, entry as Imaged, entry.bytes)));
    const foundRecords: StreamRecord[] = [];
    let bytes = 0;
    for (const { record, bytes: more } of storedAfter(table, after, limit)) {
      foundRecords.push(record as StreamRecord);
      bytes += more;
      if (bytes > pageBytes) break;
    }
    return foundRecords;
  }

  return {
    news,
    newestOf,
    read,
    forget(id: number): void {
      for (const map of [newestNumbers, published, memory]) map.delete(id);
    },

    forgetKept: (id: number) => void memory.delete(id),

    numberOf(table: Table, before: Item | undefined, after: Item | undefined): number | null {
      const { id, stream } = table;
      if (!stream?.isEnabled) return null;
      if (hasSubscriber && !hasSubscriber(table, before, after)) return null;
      return lastIn(newestNumbers, id) + 1;
    },

    /** Most items never change, so the item is the record's new image until it changes (`keep`). */
    add(
      { id }: Table,
      { pk, sk }: KeyText,
      seq: number,
      before: Stored | undefined,
      after: { item: Item; text: string } | undefined,
    ): void {
      newestNumbers.set(id, seq);
      const at = seconds();
      store.records.of(id).add.run(seq, at, pk, sk, before?.text ?? null, after ? null : '');
      const bytes = bytesOf(before?.text) + bytesOf(after?.text);
      pendingRecords.push({ id, seq, at, bytes, before: before?.item, after: after?.item });
    },

    keep({ id }: Table, { pk, sk }: KeyText, { text, seq }: Stored): void {
      if (seq !== null) store.records.of(id).keepImage.run(text, seq, pk, sk);
    },

    take(): Pending[] {
      const takenRecords = pendingRecords;
      pendingRecords = [];
      return takenRecords;
    },

    undo(): void {
      for (const { id, seq } of pendingRecords.splice(0).reverse()) newestNumbers.set(id, seq - 1);
    },

    publish(records: readonly Pending[]): void {
      if (records.length === 0) return;
      for (const record of records) {
        if (keeps === 'written') keep(record.id, record);
        published.set(record.id, record.seq);
      }
      news.emit('news');
    },

    trim(id: number, before: number, keepSeconds: number): boolean {
      const until = seconds() - keepSeconds;
      // The newest record keeps the numbers continuous after a restart.
      const end = Math.min(before, newestOf(id));
      const buffer = memory.get(id);
      if (buffer) {
        const gone = buffer.records.splice(
          0,
          buffer.records.findIndex(({ seq, at }) => seq >= end || at > until),
        );
        for (const { bytes } of gone) buffer.bytes -= bytes;
      }
      return Number(store.records.of(id).trim.run(end, trimAtOnce, until).changes) === trimAtOnce;
    },

    reads: {
      ListStreams({ TableName, Limit = 100, ExclusiveStartStreamArn: after = '' }: Asked) {
        const foundStreams = [...catalogue.tables.values()]
          .filter(({ name, stream }) => stream && (TableName === undefined || name === TableName))
          .map(({ name, stream }) => ({
            StreamArn: stream?.arn ?? '',
            TableName: name,
            StreamLabel: stream?.label,
          }))
          .sort((a, b) => (a.StreamArn < b.StreamArn ? -1 : 1))
          .filter(({ StreamArn }) => StreamArn > after);
        const Streams = foundStreams.slice(0, Limit);
        const LastEvaluatedStreamArn = foundStreams.length > Limit && Streams.at(-1)?.StreamArn;
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
            StreamArn,
            StreamLabel: stream.label,
            TableName,
            KeySchema: keySchema(table),
            CreationRequestDateTime: table.createdAt,
            StreamStatus: stream.isEnabled ? 'ENABLED' : 'DISABLED',
            StreamViewType: stream.view,
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

function recordOf(table: Table, { seq, at, before, after }: Imaged, bytes: number): StreamRecord {
  const view = table.stream?.view ?? 'KEYS_ONLY';
  const image = (after ?? before) as Item;
  const Keys: Item = {};
  for (const name of namesOf(table)) setOwn(Keys, name, image[name] as Value);
  const NewImage = view.startsWith('NEW') ? after : undefined;
  const OldImage = view.includes('OLD') ? before : undefined;
  const size = (item: Item | undefined) => (item ? sizeOfItem(item) : 0);
  const change = {
    ApproximateCreationDateTime: at,
    Keys,
    SequenceNumber: String(seq),
    ...(NewImage && { NewImage }),
    ...(OldImage && { OldImage }),
    SizeBytes: size(Keys) + size(NewImage) + size(OldImage),
    StreamViewType: view,
  };
  return recordFrom(table, seq, !before, !after, change, bytes);
}

function recordFrom({ id }: Table, seq: number, isNew: boolean, isRemoved: boolean, dynamodb: object, bytes: number): StreamRecord {
  const record = {
    eventID: `${id}-${seq}`,
    eventName: isNew ? 'INSERT' : isRemoved ? 'REMOVE' : 'MODIFY',
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    dynamodb,
  } as StreamRecord;
  imageBytes.set(record, bytes);
  return record;
}
