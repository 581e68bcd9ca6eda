import type { BackupFile } from '#shared/backup/rules/backup.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { keyOfRestore } from '#shared/store/items.ts';
import { type StreamConsumer, type TableName, tables } from '#shared/store/tables.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { restoring } from '#shared/worker/stream-worker.ts';
import { backupEntries, type Entry } from './backup-items.ts';
import type { BackupSource } from './backup-source.ts';
import type { TargetTable } from './target-table.ts';
import type { Link } from './verify-backup.ts';

const filesAtOnce = 2;

type Settings = {
  table: TargetTable;
  isStreamed: boolean;
  signal: AbortSignal;
  restored(items: number): void;
};

export async function restoreTable(name: string, links: readonly Link[], settings: Settings): Promise<void> {
  const consumers: readonly StreamConsumer[] = settings.isStreamed ? tables[name as TableName].stream : [];
  let place = 0;
  for (const { source, manifest } of links) {
    const files = filesOf(name, manifest);
    const first = place;
    await forEachConcurrent([...files.entries()], filesAtOnce, ([at, file]) =>
      restoreFile({ place: first + at, file, source }, consumers, settings),
    );
    place += files.length;
  }
}

export const filesOf = (name: string, { tables: backedUp }: Link['manifest']): readonly BackupFile[] =>
  backedUp.find((table) => table.name === name)?.files ?? [];

type PlacedFile = { place: number; file: BackupFile; source: BackupSource };

async function restoreFile(
  { place, file, source }: PlacedFile,
  consumers: readonly StreamConsumer[],
  { table, signal, restored }: Settings,
): Promise<void> {
  const key = keyOfRestore.file(place);
  const writtenItems = Number((await table.note(key))?.items ?? 0);
  restored(writtenItems);
  if (writtenItems >= file.itemCount) return;
  let at = 0;
  for await (const entries of backupEntries(await source.open(file.key), file)) {
    signal.throwIfAborted();
    // After a kill, some entries are written twice, which changes nothing.
    if (at + entries.length > writtenItems) {
      const itemsOf = (some: readonly Entry[]) => some.map(({ item }) => item);
      await writeUnheard(itemsOf(entries.filter(({ isDeleted }) => !isDeleted)), consumers, table);
      await removeUnheard(itemsOf(entries.filter(({ isDeleted }) => isDeleted)), consumers, table);
      await table.putNote(key, { items: at + entries.length });
      restored(at + entries.length - Math.max(at, writtenItems));
    }
    at += entries.length;
  }
}

async function removeUnheard(keys: readonly WireMap[], consumers: readonly StreamConsumer[], table: TargetTable): Promise<void> {
  if (consumers.length > 0) await table.write(keys.map((key) => ({ ...key, [restoring]: { BOOL: true } })));
  await table.remove(keys);
}

/**
 * Each item is written in a way that `stream-worker.ts` skips, so consumers do not process restored items.
 */
async function writeUnheard(items: readonly WireMap[], consumers: readonly StreamConsumer[], table: TargetTable): Promise<void> {
  const heard = items.filter((item) => consumers.some(({ filter }) => concerns(item, filter)));
  await table.write(heard.map((item) => ({ ...item, [restoring]: { BOOL: true } })));
  await table.write(items);
}

function concerns(item: WireMap, { name, values }: StreamConsumer['filter']): boolean {
  const value = item[name];
  return value !== undefined && 'S' in value && (!values || values.includes(value.S));
}
