import { monthOf } from '#shared/values/zone-calendar.ts';
import type { ReconciliationDeps } from './deps.ts';
import { daysIn } from './rules/days-in.ts';
import { coveredDays, daysOfMonth, differingCategories, type MonthComparison, sumOfMonth } from './rules/months.ts';
import { partsOfRows, rowsOfPart } from './rules/packed-rows.ts';
import type { Reconciliation } from './rules/reconciliations.ts';

type Deps = Pick<ReconciliationDeps, 'parts'>;

/** A request reads at most these rows of a reconciliation to count differences by month. */
const maxReadRows = 20 * rowsOfPart;

/** Reads the figures of a reconciliation, and the rows with a difference, once for all its months. */
export function monthComparer(current: Reconciliation, { parts }: Deps) {
  const figures = parts.figures(current, current.attempt);
  let byMonth: Promise<Map<string, number>> | null = null;
  const rows = differingCategories.reduce((sum, category) => sum + current.counts[category], 0);

  async function differencesOf(month: string): Promise<number | null> {
    const { from, to } = daysOfMonth(month);
    if (current.from !== null && current.to !== null && current.from >= from && current.to <= to) return rows;
    if (rows > maxReadRows) return null;
    byMonth ??= countedByMonth(current, { parts });
    return (await byMonth).get(month) ?? 0;
  }

  return async (month: string): Promise<MonthComparison> => {
    const covered = coveredDays(current, month);
    if (!covered) throw new Error(`${current.id} has no day of ${month}.`);
    return {
      reconciliationId: current.id,
      comparedAt: current.completedAt ?? current.createdAt,
      timeZone: current.timeZone,
      eventType: current.eventType,
      ...covered,
      total: sumOfMonth(await figures, month),
      differences: await differencesOf(month),
    };
  };
}

/** An event that only adtrail has is of the month in which it occurred. */
async function countedByMonth(current: Reconciliation, { parts }: Deps): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const dayOf = daysIn(current.timeZone);
  for (const category of differingCategories)
    for (let part = 0; part < partsOfRows(current.counts[category]); part++)
      for (const { order, event } of await parts.rows(current, current.attempt, category, part)) {
        const month = monthOf(dayOf(order?.occurredAt ?? event?.occurredAt ?? 0));
        counts.set(month, (counts.get(month) ?? 0) + 1);
      }
  return counts;
}
