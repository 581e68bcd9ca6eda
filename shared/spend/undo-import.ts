import { activity } from '#shared/activity/activity.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { days } from '#shared/values/durations.ts';
import { fail } from '#shared/values/errors.ts';
import { ofDay, type SpendDeps } from './apply-import.ts';
import { type ImportRef, type SpendImport, undoDays } from './rules/spend-imports.ts';
import { timeOfImport, undoingOf } from './store/spend-imports.ts';

/** Throws 409 if a later import changed one of the days, and while another import runs. The call is idempotent. */
export async function undoImport(
  spendImport: SpendImport,
  by: ActivityActor,
  deps: SpendDeps,
): Promise<SpendImport> {
  const { spendImports, now } = deps;
  const { accountId, environment, id, status } = spendImport;
  if (status === 'undone') return spendImport;
  if (status === 'failed') throw fail('import_failed');
  if (status === 'pending' || status === 'running') throw fail('import_running');
  // After `undoDays`, the days that the import replaced may be removed.
  if (status === 'completed' && timeOfImport(id) < now() - days(undoDays)) throw fail('undo_expired');
  if (status === 'completed') await assertNewest(spendImport, deps);
  const run = undoingOf(id);
  const running = await spendImports.start(accountId, { run, environment, digest: run });
  if (running && running.run !== run) throw fail('import_running');
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
    ...{ status: 'undoing', undoneBy: by, undoneAt: new Date(now()).toISOString() },
  });
  return (await continueUndo(spendImport, deps)) ?? spendImport;
}

async function assertNewest(spendImport: SpendImport, { spendImports, spendDays }: SpendDeps): Promise<void> {
  const days: string[] = [];
  for await (const { day } of spendImports.versions(spendImport)) days.push(day);
  const storedDays = await spendDays.on(spendImport, days);
  if (days.some((day) => storedDays.get(day)?.importId !== spendImport.id)) throw fail('superseded');
}

/** An earlier worker may have died, so the undo continues. The call is idempotent. */
export async function continueUndo(importRef: ImportRef, deps: SpendDeps): Promise<SpendImport | null> {
  const { spendImports, spendDays, spendStops } = deps;
  const order = await spendImports.byId(importRef.accountId, importRef.environment, importRef.id);
  if (order?.status !== 'undoing') return order;
  for await (const { day, replaces } of spendImports.versions(order)) {
    if (replaces === null) {
      await spendDays.remove(order, day, order.id);
      continue;
    }
    const earlier = await spendImports.version(order, replaces, day);
    await spendDays.replace(order, ofDay(earlier), order.id);
  }
  await spendStops.noteUndone(order, order.id, order.undoneAt ?? order.createdAt);
  const by = (order as SpendImport & { undoneBy?: ActivityActor }).undoneBy;
  const details = { import_id: order.id, network: order.network, ad_account: order.adAccount };
  const activityEffect = await activity('spend_import_undone', order.accountId, details, by);
  const effects = [{ ...activityEffect, id: `activity#undone#${order.id}` }];
  await spendImports.end(order, ['undoing'], { status: 'undone' }, { run: undoingOf(order.id), effects });
  return await spendImports.byId(order.accountId, order.environment, order.id);
}
