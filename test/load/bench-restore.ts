import type { Around } from '#test/bench/around.ts';
import { type RestoredBackup, restoredBackup } from './restored-backup.ts';

export async function benchRestore(items: number, { signal, onStep }: Around): Promise<RestoredBackup> {
  const run = await restoredBackup({ items, sales: 2000, signal, onStep });
  if (run.wrong.length > 0) throw new Error(`${run.wrong.length} items are not what they were: ${run.wrong.slice(0, 5)}`);
  if (!run.countsOn) throw new Error('What is sold after the restore is not counted.');
  if (!run.isReportEqual) throw new Error('The report is not what it was.');
  return run;
}

export const printedRestore = (run: RestoredBackup) => {
  const rate = (seconds: number) => `${seconds.toFixed(1)} s, ${Math.round(run.items / seconds)} items/s`;
  return (
    `${run.items} items, the object storage with their backup ${run.backupMb.toFixed(0)} MB on disk.\n` +
    `Backup, its host killed ${run.kills.backup} times half-way: ${rate(run.backupSeconds)}.\n` +
    `Restore, killed ${run.kills.restore} times half-way and gone on with: every item as it was.\n` +
    `Undisturbed: every item as it was, the report too. Files compared with the manifest ${rate(run.verifySeconds)}; ` +
    `tables written and compared ${rate(run.writeSeconds)}.\n`
  );
};
