import type { BackedUpTable, BackupFile } from '#shared/backup/rules/backup.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { keyOfRestore } from '#shared/store/keys.ts';
import { type StreamConsumer, type TableName, tables } from '#shared/store/tables.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { restoring } from '#shared/worker/stream-worker.ts';
import { backupItems } from './backup-items.ts';
import type { BackupSource } from './backup-source.ts';
import type { TargetTable } from './target-table.ts';

const filesAtOnce = 2;

type Settings = {
  source: BackupSource;
  table: TargetTable;
  /** Whether changes of the table go to the consumers of its stream. */
  isStreamed: boolean;
  signal: AbortSignal;
  /** Hears of every so many items more. */
  restored(items: number): void;
};

/** Writes the items of a table's files that are not written yet; each file remembers how far it is. */
export async function restoreTable({ name, files }: BackedUpTable, settings: Settings): Promise<void> {
  const consumers: readonly StreamConsumer[] = settings.isStreamed ? tables[name as TableName].stream : [];
  await forEachConcurrent([...files.entries()], filesAtOnce, ([place, file]) =>
    restoreFile(place, file, consumers, settings),
  );
}

async function restoreFile(
  place: number,
  file: BackupFile,
  consumers: readonly StreamConsumer[],
  { source, table, signal, restored }: Settings,
): Promise<void> {
  const key = keyOfRestore.file(place);
  const written = Number((await table.note(key))?.items ?? 0);
  restored(written);
  if (written >= file.itemCount) return;
  let at = 0;
  for await (const items of backupItems(await source.open(file.key), file)) {
    signal.throwIfAborted();
    // Some may be written a second time, which changes nothing.
    if (at + items.length > written) {
      await writeUnheard(items, consumers, table);
      await table.putNote(key, { items: at + items.length });
      restored(at + items.length - Math.max(at, written));
    }
    at += items.length;
  }
}

/**
 * Writes items so that no stream consumer processes them again: their effects were delivered and counted long ago.
 * Items that a consumer would see are written with a mark first and then as they are; `stream-worker.ts` skips both.
 */
async function writeUnheard(
  items: readonly WireMap[],
  consumers: readonly StreamConsumer[],
  table: TargetTable,
): Promise<void> {
  const heard = items.filter((item) => consumers.some(({ filter }) => concerns(item, filter)));
  await table.write(heard.map((item) => ({ ...item, [restoring]: { BOOL: true } })));
  await table.write(items);
}

function concerns(item: WireMap, { name, values }: StreamConsumer['filter']): boolean {
  const value = item[name];
  return value !== undefined && 'S' in value && (!values || values.includes(value.S));
}
