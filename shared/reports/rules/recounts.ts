import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { days } from '#shared/values/durations.ts';
import { type Activity, type ActivityMetric, activityOfConversion } from './activity.ts';
import { type Cell, cellsOf } from './totals.ts';

/** Reports read the newest closed generation. UTC days without a recount have generation 0. */
export type Recount = {
  generation: number;
  from: string;
  to: string;
  openedAt: string;
  closedAt?: string;
  taskId?: string;
  isDropped?: true;
};

export const isOpen = ({ closedAt, isDropped }: Recount) => !closedAt && !isDropped;

export type PartName = 'accepted' | 'matched' | 'conflict';
export type EventPart = { name: PartName; cells: { cell: Cell; at: string }[]; activity: Activity[] };

/** A recount counts only the listed metrics. `server` is the older form of `type`. */
export const countersOfEvents: ReadonlySet<ActivityMetric> = new Set([
  'type',
  'server',
  'outcome',
  'late_match',
  'earned_late',
  'credited_by_user',
  'delay',
  'currency',
  'booked_early',
  'conflict',
]);

export function partOfMetric(metric: ActivityMetric): PartName {
  if (metric === 'late_match' || metric === 'earned_late' || metric === 'credited_by_user') return 'matched';
  return metric === 'conflict' ? 'conflict' : 'accepted';
}

export const covers = ({ from, to }: Pick<Recount, 'from' | 'to'>, day: string) => day >= from && day <= to;

export const generationOf = (recounts: readonly Recount[], day: string): number =>
  Math.max(0, ...recounts.filter((recount) => recount.closedAt && covers(recount, day)).map((recount) => recount.generation));

export function generationSpans(
  recounts: readonly Recount[],
  from: string,
  to: string,
): { generation: number; from: string; to: string }[] {
  const closed = recounts.filter(({ closedAt }) => closedAt);
  const starts = [
    from,
    ...closed.map((recount) => recount.from),
    ...closed.flatMap((recount) => (recount.to < to ? dayAfter(recount.to) : [])),
  ];
  const cuts = [...new Set(starts)].filter((day) => day >= from && day <= to).sort();
  return cuts.map((day, i) => {
    const next = cuts[i + 1];
    return {
      generation: generationOf(closed, day),
      from: day,
      to: next === undefined ? to : dayBefore(next),
    };
  });
}

export const relevantRecounts = (recounts: readonly Recount[]): Recount[] =>
  recounts.filter(
    (recount) =>
      !recounts.some(
        (other) => other.generation > recount.generation && other.closedAt && other.from <= recount.from && other.to >= recount.to,
      ),
  );

export function partsOfStored(event: Conversion): EventPart[] {
  const { conflict, matchedAt, ...whole } = event;
  const { click: _, matchedBy: __, ...clickless } = whole;
  const accepted: Conversion = matchedAt ? { ...clickless, counts: false } : whole;
  const match = (state: Conversion): Conversion => ({
    ...state,
    ...(event.click && { click: event.click }),
    ...(event.matchedBy && { matchedBy: event.matchedBy }),
    ...(matchedAt && { matchedAt }),
    counts: event.counts,
  });
  const dispute = (state: Conversion): Conversion => ({ ...state, ...(conflict && { conflict }) });
  const steps = [
    ...(matchedAt ? [{ name: 'matched' as const, at: matchedAt, step: match }] : []),
    ...(conflict ? [{ name: 'conflict' as const, at: conflict.at, step: dispute }] : []),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
  const parts: EventPart[] = [{ name: 'accepted', cells: cellsOf(accepted), activity: activityOfConversion(null, accepted) }];
  let state = accepted;
  for (const { name, step } of steps) {
    const next = step(state);
    const cells = next.counts && !state.counts ? cellsOf(next) : [];
    parts.push({ name, cells, activity: activityOfConversion(state, next) });
    state = next;
  }
  return parts;
}

const isoDay = (epoch: number) => new Date(epoch).toISOString().slice(0, 10);
const dayAfter = (day: string) => isoDay(Date.parse(day) + days(1));
const dayBefore = (day: string) => isoDay(Date.parse(day) - days(1));
