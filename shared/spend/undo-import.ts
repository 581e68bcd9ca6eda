import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { days } from '#shared/values/durations.ts';
import { fail } from '#shared/values/errors.ts';
import { continueUndo, type SpendDeps } from './continue-import.ts';
import { startRun } from './end-run.ts';
import { spendErrors } from './errors.ts';
import { type SpendImport, undoDays } from './rules/spend-imports.ts';
import { undoingOf } from './rules/spend-runs.ts';
import { timeOfImport } from './store/spend-imports.ts';

/** Throws 409 if a later import changed one of the days, and while another import runs. The call is idempotent. */
export async function undoImport(spendImport: SpendImport, by: ActivityActor, deps: SpendDeps): Promise<SpendImport> {
  const { spendImports, now } = deps;
  const { accountId, environment, id, status } = spendImport;
  if (status === 'undone') return spendImport;
  if (status === 'failed') throw fail(spendErrors.import_failed);
  if (status === 'pending' || status === 'running') throw fail(spendErrors.import_running);
  // After `undoDays`, the days that the import replaced may be removed.
  if (status === 'completed' && timeOfImport(id) < now() - days(undoDays)) throw fail(spendErrors.undo_expired);
  if (status === 'completed') await assertNewest(spendImport, deps);
  const run = undoingOf(id);
  const running = await startRun(accountId, { run, environment, digest: run }, deps);
  if (running && running.run !== run) throw fail(spendErrors.import_running);
  try {
    if (status === 'completed') await assertNewest(spendImport, deps);
  } catch (error) {
    const current = await spendImports.byId(accountId, environment, id);
    if (current?.status === 'undone') return current;
    if (current?.status !== 'undoing') {
      await spendImports.release(accountId, run);
      throw error;
    }
  }
  await spendImports.change(spendImport, ['completed'], {
    status: 'undoing',
    undoneBy: by,
    undoneAt: new Date(now()).toISOString(),
  });
  return (await continueUndo(spendImport, deps)) ?? spendImport;
}

async function assertNewest(spendImport: SpendImport, { spendImports, spendDays }: SpendDeps): Promise<void> {
  const days: string[] = [];
  for await (const { day } of spendImports.versions(spendImport)) days.push(day);
  const storedDays = await spendDays.on(spendImport, days);
  if (days.some((day) => storedDays.get(day)?.importId !== spendImport.id)) throw fail(spendErrors.superseded);
}
