import { Unstorable } from '#shared/store/store-errors.ts';
import { continueImport, type SpendDeps } from './continue-import.ts';
import { failImport, notStorable, startRun } from './end-run.ts';
import { holdRun, RunEnded } from './hold-run.ts';
import { noteStop } from './note-stop.ts';
import { changesOf, differenceOf, rowsAfter, spendOf, totalDifference } from './rules/difference.ts';
import { maxCount } from './rules/read-row.ts';
import type { DaysOf } from './rules/sent-rows.ts';
import { importDigest, type SpendImport, type SpendOrder } from './rules/spend-imports.ts';
import { levelClashes, levelClashText } from './rules/spend-levels.ts';
import { finestLevelOf, type SpendDay } from './rules/spend-rows.ts';
import { type StoredDay, storedDay } from './store/spend-days.ts';
import { isOfLater, type SpendVersion } from './store/spend-imports.ts';

type PlannedDay = { version: SpendVersion; parts: string[] };
export type MixedDay = { code: string; message: string };
export type Plan = {
  days: PlannedDay[];
  isUnchanged: boolean;
  unchangedBy: string | null;
  mixedDays: MixedDay[];
};

export async function planOf(
  order: SpendOrder,
  { days }: Pick<DaysOf, 'days'>,
  { spendDays }: Pick<SpendDeps, 'spendDays'>,
  hold: () => Promise<void> = async () => {},
): Promise<Plan> {
  const storedDays = await spendDays.on(
    order,
    days.map(({ day }) => day),
  );
  const planned: PlannedDay[] = [];
  const mixedDays: MixedDay[] = [];
  for (const sentDay of days) {
    await hold();
    const countedDay = storedDays.get(sentDay.day);
    // A delayed import does not replace the days of a later import.
    const isLate = countedDay !== undefined && isOfLater(countedDay.importId, order.id);
    if (isLate && order.mode === 'replace_days') continue;
    const before = countedDay ? await spendDays.rowsOf(order.accountId, order.environment, countedDay) : [];
    const rows = isLate ? rowsAfter('upsert', sentDay.rows, before) : rowsAfter(order.mode, before, sentDay.rows);
    const after: SpendDay = { ...sentDay, level: finestLevelOf(rows), rows };
    const hasOtherRows = isLate || rows.length > sentDay.rows.length;
    if (countedDay && order.mode === 'upsert' && hasOtherRows) mixedDays.push(...mixedOf(after, countedDay), ...tooLargeOf(after));
    const packed = storedDay(after, order.id);
    planned.push({
      version: {
        ...packed.stored,
        replaces: countedDay?.importId ?? null,
        difference: {
          ...differenceOf(before, rows),
          byCurrency: changesOf(countedDay ? { currency: countedDay.currency, spend: spendOf(before) } : null, {
            currency: after.currency,
            spend: spendOf(rows),
          }),
        },
      },
      parts: packed.parts,
    });
  }
  const isUnchanged = planned.every(({ version }) => storedDays.get(version.day)?.digest === version.digest);
  return { days: planned, isUnchanged, unchangedBy: lastOf(storedDays), mixedDays };
}

/** The rows that remain on a day would get the facts of the import. */
function mixedOf(after: SpendDay, countedDay: StoredDay): MixedDay[] {
  const { day } = after;
  const problem = (code: string, what: string) => ({
    code,
    message: `The rows that count on ${day} have another ${what}: send the same, or replace the day`,
  });
  const [clash] = levelClashes(after.rows);
  return [
    ...(clash
      ? [
          {
            code: 'mixed_levels',
            message: `${levelClashText(clash, day)}, or replace the day (\`mode=replace_days\`)`,
          },
        ]
      : []),
    ...(after.currency === countedDay.currency ? [] : [problem('mixed_currencies', 'currency')]),
    ...(after.pixelKey === countedDay.pixelKey ? [] : [problem('mixed_pixels', 'pixel_key')]),
    ...(after.timeZone === countedDay.timeZone ? [] : [problem('mixed_time_zones', 'time_zone')]),
  ];
}

const tooLargeOf = ({ day, rows }: SpendDay): MixedDay[] =>
  (['impressions', 'clicks'] as const).flatMap((field) =>
    rows.reduce((sum, row) => sum + (row[field] ?? 0), 0) > maxCount
      ? [{ code: 'too_large', message: `${day} would have more than ${maxCount} ${field}` }]
      : [],
  );

const lastOf = (storedDays: ReadonlyMap<string, StoredDay>): string | null =>
  [...storedDays.values()]
    .map(({ importId }) => importId)
    .sort()
    .at(-1) ?? null;

export const differenceOfPlan = ({ days }: Plan) => totalDifference(days.map(({ version }) => version.difference));

export async function noteStopIn(order: SpendOrder, { days, coversTo }: Content, deps: SpendDeps): Promise<void> {
  const { from, to } = contentOf({ days, rows: 0, summed: 0 });
  if (from !== null && to !== null) await noteStop({ ...order, id: null }, { from, to: coversTo ?? to }, deps);
}

export const contentOf = ({ days, rows, summed }: DaysOf) => ({
  rows,
  summed,
  days: days.length,
  from: days[0]?.day ?? null,
  to: days.at(-1)?.day ?? null,
});

type Content = Pick<DaysOf, 'days'> & { coversTo?: string };

export type Applied =
  | { kind: 'applied'; spendImport: SpendImport }
  | { kind: 'unchanged'; importId: string | null }
  | { kind: 'busy' }
  | { kind: 'mixed'; days: MixedDay[] };

/** All days are stored before any day counts, so that a retry can continue. */
export async function applyImport(
  wantedOrder: SpendOrder,
  content: DaysOf & Content & Pick<SpendImport, 'skipped' | 'warnings' | 'totalDifference'>,
  deps: SpendDeps,
): Promise<Applied> {
  const { accountId, environment } = wantedOrder;
  const digest = importDigest(wantedOrder, content.days);
  const running = await startRun(accountId, { run: wantedOrder.id, environment, digest }, deps);
  if (running && running.digest !== digest) return { kind: 'busy' };
  const order: SpendOrder = running ? { ...wantedOrder, id: running.run } : wantedOrder;
  try {
    return await applyInRun(order, content, deps);
  } catch (error) {
    if (error instanceof Unstorable) await failImport(order, [notStorable], deps);
    if (!(error instanceof RunEnded)) throw error;
    const spendImport = await deps.spendImports.byId(accountId, environment, order.id);
    if (!spendImport) throw error;
    return { kind: 'applied', spendImport };
  }
}

async function applyInRun(
  order: SpendOrder,
  content: DaysOf & Content & Pick<SpendImport, 'skipped' | 'warnings' | 'totalDifference'>,
  deps: SpendDeps,
): Promise<Applied> {
  const { spendImports } = deps;
  const { accountId, environment } = order;
  const hold = holdRun(accountId, order.id, deps);
  const storedImport = await spendImports.byId(accountId, environment, order.id);
  const plan = await planOf(order, content, deps, hold);
  const isBegun = storedImport !== null && storedImport.status !== 'pending';
  if (!isBegun && plan.mixedDays.length > 0) {
    await spendImports.release(accountId, order.id);
    return { kind: 'mixed', days: plan.mixedDays };
  }
  if (!isBegun && plan.isUnchanged) {
    await noteStopIn(order, content, deps);
    await spendImports.release(accountId, order.id);
    return { kind: 'unchanged', importId: plan.unchangedBy };
  }
  const facts = {
    ...contentOf(content),
    skipped: content.skipped,
    difference: differenceOfPlan(plan),
    ...(content.coversTo !== undefined && { coversTo: content.coversTo }),
    ...(content.warnings && { warnings: content.warnings }),
    ...(content.totalDifference && { totalDifference: content.totalDifference }),
  };
  if (storedImport === null) await spendImports.order(order, { status: 'running', ...facts });
  else await spendImports.change(order, ['pending'], { status: 'running', ...facts });
  const newVersions = plan.days.filter(({ version }) => version.replaces !== order.id);
  await spendImports.stage(order, newVersions, hold);
  await spendImports.change(order, ['running'], { stagedAt: new Date(deps.now()).toISOString() });
  const spendImport = await continueImport(order, deps);
  if (!spendImport) throw new Error(`The import ${order.id} is not stored.`);
  return { kind: 'applied', spendImport };
}
