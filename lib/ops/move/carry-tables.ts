import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { folderSource } from '#lib/ops/restore/backup-source.ts';
import { isSame } from '#lib/ops/restore/contents.ts';
import { restoreBackup } from '#lib/ops/restore/restore-backup.ts';
import type { RestoreTarget } from '#lib/ops/restore/restore-target.ts';
import { targetTable } from '#lib/ops/restore/target-table.ts';
import { manifestOf, verifyBackup } from '#lib/ops/restore/verify-backup.ts';
import { keyOfRestore } from '#shared/store/keys.ts';
import { tableNames } from '#shared/store/tables.ts';
import { MoveRefused } from './move-refused.ts';
import { inMove, moveFolder, type State } from './moved-folder.ts';
import { type Report, reportOf } from './report-of.ts';

type Around = { signal: AbortSignal; tell(step: string): void };

const compared = 'tables compared';

const tablesOf = ({ dynamo, tableNames: names }: RestoreTarget) =>
  tableNames.map((name) => targetTable(names[name], dynamo));

export async function expectEmpty(moveId: string, target: RestoreTarget): Promise<void> {
  for (const table of tablesOf(target)) await table.isClaimed(moveId);
}

export async function claimTables(moveId: string, command: string, target: RestoreTarget): Promise<void> {
  await expectEmpty(moveId, target);
  for (const table of tablesOf(target)) await table.claim(moveId, command);
}

/** The step is repeatable until the state records its end. */
export async function carryTables(
  directory: string,
  command: string,
  target: RestoreTarget,
  state: State,
  around: Around,
): Promise<void> {
  if (!state.isDone(compared))
    await restoreBackup(folderSource(moveFolder(directory)), target, {
      ...around,
      commandOf: () => command,
      // Until the comparison ends, the notes are the only record of this move.
      async finish() {
        await compareReport(directory, target);
        state.done(compared);
      },
    });
  for (const table of tablesOf(target)) await table.removeNote(keyOfRestore.head());
}

async function compareReport(directory: string, { dynamo, tableNames: names }: RestoreTarget): Promise<void> {
  const storedReport: Report | null = JSON.parse(
    readFileSync(join(moveFolder(directory), inMove.report), 'utf8'),
  );
  if (!storedReport) return;
  const restored = await reportOf(storedReport.accountId, dynamo, names.attribution);
  if (!isDeepStrictEqual(restored, storedReport))
    throw new MoveRefused(`The report of account ${storedReport.accountId} is not the same in the stage.`);
}

/** Throws `MoveRefused` for a table that differs. */
export async function compareTables(
  directory: string,
  target: RestoreTarget,
  { signal, tell }: Around,
): Promise<number> {
  const source = folderSource(moveFolder(directory));
  const { contents } = await verifyBackup(source, { signal, tell });
  let items = 0;
  for (const name of tableNames) {
    const expected = contents.get(name);
    const restored = await targetTable(target.tableNames[name], target.dynamo).contents(() =>
      signal.throwIfAborted(),
    );
    if (!expected || !isSame(restored, expected))
      throw new MoveRefused(
        `The table ${name} holds ${restored.itemCount} items, and the folder ${expected?.itemCount}: they are not the same. Once the stage works, it changes them.`,
      );
    tell(`${name}: ${restored.itemCount} items, the same`);
    items += restored.itemCount;
  }
  await compareReport(directory, target);
  return items;
}

export const backupOf = (directory: string) => manifestOf(folderSource(moveFolder(directory)));
