import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Table, TableInput, ViewType } from './catalogue.ts';
import { openEngine } from './engine.ts';
import { itemKey } from './keys.ts';
import { openStore } from './store.ts';

type OldTable = {
  table_name: string;
  key_schema: string;
  attribute_definitions: string;
  gsi_definitions: string | null;
  stream_enabled: number;
  stream_view_type: ViewType | null;
  stream_label: string | null;
  ttl_attribute: string | null;
  ttl_enabled: number;
};
type OldRecord = {
  keys_json: string;
  new_image: string | null;
  old_image: string | null;
  sequence_number: string;
  created_at: number;
};

const perBatch = 25;
const batchesAtOnce = 100;

/** Streams keep names and numbers, so consumers' checkpoints remain valid. */
export async function importDynoxide(oldFile: string, file: string): Promise<void> {
  if (!existsSync(oldFile) || existsSync(file)) return;
  const unfinished = `${file}.unfinished`;
  for (const end of ['', '-wal', '-shm']) rmSync(unfinished + end, { force: true });
  const old = new DatabaseSync(oldFile);
  const tables = old.prepare('SELECT * FROM _tables').all() as OldTable[];
  const engine = openEngine(unfinished);
  for (const table of tables) await copyTable(old, table, engine.call);
  await engine.close();
  copyStreams(old, tables, unfinished);
  old.close();
  renameSync(unfinished, file);
  renameSync(oldFile, `${oldFile}.migrated`);
}

async function copyTable(old: DatabaseSync, table: OldTable, call: ReturnType<typeof openEngine>['call']) {
  const TableName = table.table_name;
  const indexes = JSON.parse(table.gsi_definitions ?? '[]') as TableInput['GlobalSecondaryIndexes'] & object;
  await call('CreateTable', {
    TableName,
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: JSON.parse(table.key_schema),
    AttributeDefinitions: JSON.parse(table.attribute_definitions),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  });
  const TimeToLiveSpecification = { AttributeName: table.ttl_attribute, Enabled: true };
  if (table.ttl_enabled) await call('UpdateTimeToLive', { TableName, TimeToLiveSpecification });
  const writing: Promise<object>[] = [];
  let batch: object[] = [];
  const write = () => {
    if (batch.length > 0) writing.push(call('BatchWriteItem', { RequestItems: { [TableName]: batch } }));
    batch = [];
  };
  for (const { item_json } of old.prepare(`SELECT item_json FROM "${TableName.replaceAll('"', '""')}"`).iterate()) {
    batch.push({ PutRequest: { Item: JSON.parse(String(item_json)) } });
    if (batch.length === perBatch) write();
    if (writing.length === batchesAtOnce) await Promise.all(writing.splice(0));
  }
  write();
  await Promise.all(writing);
}

function copyStreams(old: DatabaseSync, tables: readonly OldTable[], file: string): void {
  const store = openStore(file);
  store.begin.run();
  for (const { id, description } of store.tables.all()) {
    const table = JSON.parse(String(description)) as Table;
    const tableName = tables.find(({ table_name, stream_enabled }) => table_name === table.name && stream_enabled);
    if (!tableName) continue;
    const view = tableName.stream_view_type ?? 'NEW_AND_OLD_IMAGES';
    const label = tableName.stream_label ?? '';
    const arn = `arn:aws:dynamodb:dynoxide:000000000000:table/${table.name}/stream/${label}`;
    const stream = { arn, label, shardId: `shardId-00000001-${table.name}`, view, isEnabled: true };
    store.setTable.run(JSON.stringify({ ...table, stream }), id as number);
    const records = old.prepare('SELECT * FROM _stream_records WHERE table_name = ? ORDER BY id');
    for (const { keys_json, old_image, new_image, ...record } of records.iterate(table.name) as Iterable<OldRecord>) {
      const { pk, sk } = itemKey(table, JSON.parse(keys_json));
      const number = Number(record.sequence_number);
      store.records.of(Number(id)).add.run(number, record.created_at, pk, sk, old_image, new_image ?? '');
    }
  }
  store.commit.run();
  store.close();
}
