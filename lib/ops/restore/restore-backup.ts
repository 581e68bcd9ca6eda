import type { BackedUpTable } from '#shared/backup/rules/backup.ts';
import { backupsIn } from '#shared/backup/store/backups.ts';
import { keyOfRestore } from '#shared/store/items.ts';
import { tableAt } from '#shared/store/table.ts';
import type { DurableTableName } from '#shared/store/tables.ts';
import { paceOf, reportedEvery, stepOf } from '#shared/values/pace.ts';
import type { BackupSource } from './backup-source.ts';
import { type Contents, isSame } from './contents.ts';
import { deleteAgain } from './delete-again.ts';
import { type ErasedAgain, eraseAgain, erasuresSince } from './erase-again.ts';
import { RestoreRefused } from './restore-refused.ts';
import { filesOf, restoreTable } from './restore-table.ts';
import type { RestoreTarget } from './restore-target.ts';
import { claimTables, type TargetTable, targetTable } from './target-table.ts';
import { type Verified, verifyBackup } from './verify-backup.ts';

type Around = {
  signal: AbortSignal;
  onStep(step: string): void;
  commandOf?(backupId: string): string;
  /** DynamoDB's own import wrote the full backup, so only later changes are written. */
  isImported?: boolean;
  finish?(): Promise<void>;
};

const compared = 'compared';
export type Restored = {
  backupId: string;
  items: number;
  erased: ErasedAgain;
  verifySeconds: number;
  writeSeconds: number;
};

/** Files are compared before the first write, and tables afterwards. After a kill, the next call continues. */
export async function restoreBackup(
  source: BackupSource,
  target: RestoreTarget,
  {
    signal,
    onStep,
    isImported = false,
    finish = async () => {},
    commandOf = (backupId) => `npm run restore -- --from ${backupId}`,
  }: Around,
): Promise<Restored> {
  const began = performance.now();
  const verifiedBackup = await verifyBackup(source, { signal, onStep });
  const { manifest, links, contents } = verifiedBackup;
  const verified = performance.now();
  const total = [...contents.values()].reduce((sum, { itemCount }) => sum + itemCount, 0);
  const of = links.length > 1 ? `, of a full backup and ${links.length - 1} of changes` : '';
  onStep(`${manifest.id}: ${total} items in ${manifest.tables.length} tables, as the manifest says${of}`);

  const fresh = await writeTables(verifiedBackup, target, { signal, onStep, commandOf, isImported });
  const written = performance.now();
  let erased: ErasedAgain = { erasures: 0, events: 0, clicks: 0 };
  if (fresh.length > 0) {
    // Deletions change restored items, so they run before the recount.
    const deleted = await deleteAgain(await source.deletions(), target);
    if (deleted > 0) onStep(`${deleted} accounts were deleted after this backup: they are deleted again`);
    await backupsIn(tableAt(target.tableNames.accounts, target.dynamo), { now: Date.now }).forgetChain();
    await finish();
    // Erasures read indexes, which are complete only after the recount.
    const since = erasuresSince(manifest.exportedAt ?? manifest.startedAt);
    erased = await eraseAgain(await source.erasures(since), target, { signal });
  }
  for (const into of fresh) await into.removeNote(keyOfRestore.head());
  return {
    backupId: manifest.id,
    items: total,
    erased,
    verifySeconds: (verified - began) / 1000,
    writeSeconds: (written - verified) / 1000,
  };
}

async function writeTables(
  verifiedBackup: Verified,
  target: RestoreTarget,
  {
    signal,
    onStep,
    commandOf,
    isImported,
  }: Pick<Around, 'signal' | 'onStep'> & { commandOf(backupId: string): string; isImported: boolean },
): Promise<TargetTable[]> {
  const { manifest, links, contents } = verifiedBackup;
  const completed = await comparedTables(manifest, target);
  if (completed.length > 0) return completed;
  const openTables: { table: BackedUpTable; into: TargetTable; name: string }[] = [];
  for (const table of manifest.tables) {
    const name = target.tableNames[table.name as DurableTableName];
    if (!name) throw new RestoreRefused(`The backup holds a table ${table.name}, for which there is no name here.`);
    const into = targetTable(name, target.dynamo);
    if (await isRestored(into, expected(table.name, contents))) onStep(`${table.name}: restored before`);
    else openTables.push({ table, into, name });
  }
  for (const { name } of openTables)
    if (isImported && (await target.isStreamed(name)))
      throw new RestoreRefused(`The table ${name} has a stream: turn it off before what was imported is changed.`);
  const tables = openTables.map(({ into }) => into);
  await claimTables(tables, manifest.id, commandOf(manifest.id), { isImported });
  const written = isImported ? links.slice(1) : links;
  for (const { table, into, name } of openTables) {
    const report = (pace: string) => onStep(`${table.name}: ${pace}`);
    const entries = written.flatMap((link) => filesOf(table.name, link.manifest)).reduce((sum, { itemCount }) => sum + itemCount, 0);
    await restoreTable(table.name, written, {
      table: into,
      isStreamed: await target.isStreamed(name),
      signal,
      restored: reportedEvery(stepOf(entries), paceOf(entries), report),
    });
  }
  for (const { table, into } of openTables) {
    await expectContents(table.name, verifiedBackup, target, { signal, onStep });
    const files = links.flatMap((link) => filesOf(table.name, link.manifest));
    for (const place of files.keys()) await into.removeNote(keyOfRestore.file(place));
  }
  for (const into of tables)
    await into.putNote(keyOfRestore.head(), {
      backupId: manifest.id,
      command: commandOf(manifest.id),
      stage: compared,
    });
  return tables;
}

async function comparedTables({ id, tables }: Verified['manifest'], target: RestoreTarget): Promise<TargetTable[]> {
  const unfinished: TargetTable[] = [];
  let isCompared = false;
  for (const { name } of tables) {
    const tableName = target.tableNames[name as DurableTableName];
    if (!tableName) continue;
    const into = targetTable(tableName, target.dynamo);
    const head = await into.note(keyOfRestore.head());
    if (head?.backupId !== id) continue;
    unfinished.push(into);
    isCompared ||= head.stage === compared;
  }
  return isCompared ? unfinished : [];
}

async function isRestored(table: TargetTable, expectedContents: Contents): Promise<boolean> {
  if ((await table.note(keyOfRestore.head())) || (await table.isEmpty())) return false;
  return isSame(await table.contents(), expectedContents);
}

function expected(name: string, contents: Verified['contents']): Contents {
  const tableContents = contents.get(name);
  if (!tableContents) throw new Error(`The table ${name} was not verified.`);
  return tableContents;
}

/**
 * Throws `RestoreRefused` if the table differs from the backup, and otherwise returns the number of its
 * items.
 */
export async function expectContents(
  name: string,
  { contents }: Pick<Verified, 'contents'>,
  { dynamo, tableNames }: RestoreTarget,
  { signal, onStep }: Pick<Around, 'signal' | 'onStep'>,
): Promise<number> {
  const expectedContents = expected(name, contents);
  const pace = paceOf(expectedContents.itemCount);
  const reportRead = reportedEvery(stepOf(expectedContents.itemCount), pace, (text) => onStep(`${name} compared: ${text}`));
  const actualContents = await targetTable(tableNames[name as DurableTableName], dynamo).contents((items) => {
    signal.throwIfAborted();
    reportRead(items);
  });
  if (!isSame(actualContents, expectedContents))
    throw new RestoreRefused(
      `The table ${name} holds ${actualContents.itemCount} items, and the backup ${expectedContents.itemCount}: they are not the same. Another process, or a stage that works already, has written to it.`,
    );
  return actualContents.itemCount;
}
