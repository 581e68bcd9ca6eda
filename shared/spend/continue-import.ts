import { activity } from '#shared/activity/activity.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { money } from '#shared/values/decimal.ts';
import { holdRun, RunEnded } from './hold-run.ts';
import { noteStop } from './note-stop.ts';
import type { ImportRef, SpendImport } from './rules/spend-imports.ts';
import { undoingOf } from './rules/spend-runs.ts';
import type { SpendDays, StoredDay } from './store/spend-days.ts';
import type { SpendImports, SpendVersion } from './store/spend-imports.ts';
import type { SpendStops } from './store/spend-stops.ts';

export type SpendDeps = {
  spendDays: SpendDays;
  spendImports: SpendImports;
  spendStops: SpendStops;
  now(): number;
};

const daysANote = 25;

/** An earlier worker may have died, so the import continues. The call is idempotent. */
export async function continueImport(importRef: ImportRef, deps: SpendDeps): Promise<SpendImport | null> {
  const { spendImports, spendDays, now } = deps;
  const order = await spendImports.byId(importRef.accountId, importRef.environment, importRef.id);
  if (order?.status !== 'running' || !('stagedAt' in order)) return order;
  let published = 0;
  const hold = holdRun(order.accountId, order.id, deps);
  for await (const version of spendImports.versions(order)) {
    await hold();
    const { replaces, difference: _, ...storedVersion } = version;
    const outcome = await spendDays.publish(order, ofDay(storedVersion), replaces);
    if (outcome === 'ended') throw new RunEnded(`The import ${order.id} has ended.`);
    if (outcome === 'superseded') throw new Error(`Another import counts on ${version.day}, while ${order.id} runs.`);
    if (++published % daysANote === 0) await spendImports.change(order, ['running'], { published });
  }
  const { difference, rows, days, from, to, coversTo } = order;
  if (from !== null && to !== null) await noteStop(order, { from, to: coversTo ?? to }, deps);
  const activityEffect = await activity(
    'spend_imported',
    order.accountId,
    {
      import_id: order.id,
      network: order.network,
      ad_account: order.adAccount,
      rows,
      days,
      environment: order.environment,
      spend_after: money(difference.spendAfter),
    },
    order.by,
  );
  const change = { status: 'completed' as const, published, completedAt: new Date(now()).toISOString() };
  const effects = [{ ...activityEffect, id: `activity#${order.id}` }];
  await spendImports.end(order, ['running'], change, { run: order.id, effects });
  return await spendImports.byId(order.accountId, order.environment, order.id);
}

/** An earlier worker may have died, so the undo continues. The call is idempotent. */
export async function continueUndo(importRef: ImportRef, deps: SpendDeps): Promise<SpendImport | null> {
  const { spendImports, spendStops } = deps;
  const order = await spendImports.byId(importRef.accountId, importRef.environment, importRef.id);
  if (order?.status !== 'undoing') return order;
  const hold = holdRun(order.accountId, undoingOf(order.id), deps);
  for await (const version of spendImports.versions(order)) {
    await hold();
    await takeBack(order, version, deps);
  }
  await spendStops.noteUndone(order, order.id, order.undoneAt ?? order.createdAt);
  const by = (order as SpendImport & { undoneBy?: ActivityActor }).undoneBy;
  const details = { import_id: order.id, network: order.network, ad_account: order.adAccount };
  const activityEffect = await activity('spend_import_undone', order.accountId, details, by);
  const effects = [{ ...activityEffect, id: `activity#undone#${order.id}` }];
  await spendImports.end(order, ['undoing'], { status: 'undone' }, { run: undoingOf(order.id), effects });
  return await spendImports.byId(order.accountId, order.environment, order.id);
}

/** The call is idempotent. */
export async function takeBack(
  order: SpendImport,
  { day, replaces }: Pick<SpendVersion, 'day' | 'replaces'>,
  { spendImports, spendDays }: Pick<SpendDeps, 'spendImports' | 'spendDays'>,
): Promise<void> {
  if (replaces === null) return void (await spendDays.remove(order, day, order.id));
  const earlier = await spendImports.version(order, replaces, day);
  await spendDays.replace(order, ofDay(earlier), order.id);
}

const ofDay = ({ day, level, currency, timeZone, pixelKey, importId, digest, packed, parts }: StoredDay): StoredDay => ({
  day,
  level,
  currency,
  timeZone,
  pixelKey,
  importId,
  digest,
  ...(packed !== undefined && { packed }),
  ...(parts !== undefined && { parts }),
});
