import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { DayPlace } from '#shared/event-log/rules/day-parts.ts';
import type { DateFormat } from '#shared/files/dates.ts';
import type { FileNote } from '#shared/files/file-notes.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import type { ValueForm } from '#shared/orders/rules/order.ts';
import type { OrderField, OrderProblem } from '#shared/orders/rules/sent-order.ts';
import type { SkippedRows } from '#shared/orders/rules/skipped-rows.ts';
import type { Decimal } from '#shared/values/decimal.ts';
import { days, hours } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { spanOf } from '#shared/values/zone-calendar.ts';
import type { ReconciliationRules } from './account-rules.ts';
import { type Category, categories } from './categories.ts';
import type { Sum } from './figures.ts';
import type { Leased } from './leases.ts';
import type { RepairName, RepairRun } from './repairs.ts';

/** By default, the log covers this many days, and a reconciliation is stored as long. */

export type ReconciliationOrder = {
  id: string;
  accountId: AccountId;
  environment: Environment;
  digest: string;
  timeZone: string;
  eventType: string;
  idTemplate: string;
  /** Events this near the ends of the period may belong to orders outside it. */
  windowHours: number;
  tolerance: Decimal;
  rules: ReconciliationRules;
  by: ActivityActor;
  createdAt: string;
  file?: {
    key: string;
    currency: string | null;
    dateFormat: DateFormat | null;
    columns: Partial<Record<OrderField, string>>;
    from: string | null;
    to: string | null;
  };
};

export const reconciliationStatuses = ['pending', 'running', 'completed', 'failed'] as const;
export type ReconciliationStatus = (typeof reconciliationStatuses)[number];
export const stages = ['reading', 'matching', 'searching', 'sorting', 'done'] as const;
export type Stage = (typeof stages)[number];

export type OrdersFacts = {
  from: string | null;
  to: string | null;
  orders: number;
  parts: number;
  format: string | null;
  skipped: SkippedRows | null;
  /** Reconciliations that were stored before 2026-11-29 have none of these. */
  valueForm?: ValueForm;
  idColumn?: IdColumnFacts | null;
  warnings?: FileNote[];
};

/** How many of the tried orders have an event under the ID of each column. */
export type IdColumnFacts = {
  heading: string;
  tried: number;
  matched: number;
  candidates: { heading: string; matched: number }[];
};

export const noOrders: OrdersFacts = {
  from: null,
  to: null,
  orders: 0,
  parts: 0,
  format: null,
  skipped: null,
};

export type Reconciliation = ReconciliationOrder &
  OrdersFacts &
  Leased & {
    status: ReconciliationStatus;
    stage: Stage;
    matchedParts: number;
    search: { day: string; place?: DayPlace; parts: number; extra?: number; extraLeftOut?: number };
    logFrom: string | null;
    attempt: string;
    counts: Record<Category, number>;
    /** `attributable` counts missing and rejected orders whose click or user leads to an ad. */
    attributable: number;
    /**
     * `named` counts missing and rejected orders that hold a click ID or a user ID. If it is 0, an erasure
     * skips the reconciliation.
     */
    named: number;
    /** `similar` counts missing and rejected orders whose value, currency and time an event has under another ID. */
    similar?: number;
    total: Sum;
    problems: OrderProblem[];
    problemCount: number;
    repairs: Partial<Record<RepairName, RepairRun>>;
    completedAt: string | null;
    /** A reconciliation that stayed open was continued by a look at this time. */
    continuedAt?: string;
    change: number;
  };

export const noCounts = Object.fromEntries(categories.map((category) => [category, 0])) as Record<Category, number>;

export const isRunning = ({ status }: Reconciliation): boolean => status === 'pending' || status === 'running';

/** An event inside this period without an order is extra. The end is excluded. */
export function innerPeriod({
  from,
  to,
  timeZone,
  windowHours,
}: Pick<Reconciliation, 'from' | 'to' | 'timeZone' | 'windowHours'>): [number, number] {
  if (from === null || to === null) return [0, 0];
  return [spanOf(from, timeZone).start + hours(windowHours), spanOf(to, timeZone).end - hours(windowHours)];
}

export function searchedDays(
  { from, to, timeZone, windowHours }: Pick<Reconciliation, 'from' | 'to' | 'timeZone' | 'windowHours'>,
  { now, logDays }: { now: number; logDays: number },
): string[] {
  if (from === null || to === null) return [];
  const first = Math.max(spanOf(from, timeZone).start - days(1), now - days(logDays));
  const last = Math.min(spanOf(to, timeZone).end + hours(windowHours), now);
  return first > last ? [] : daysBetween(dayAt(first), dayAt(last));
}
const dayAt = (epoch: number) => dayOf(new Date(epoch).toISOString());

const percentOf: Record<Stage, readonly [number, number]> = {
  reading: [0, 5],
  matching: [5, 50],
  searching: [50, 90],
  sorting: [90, 100],
  done: [100, 100],
};

export function percentDone({
  stage,
  parts,
  matchedParts,
  search,
  to,
}: Pick<Reconciliation, 'stage' | 'parts' | 'matchedParts' | 'search' | 'from' | 'to'>): number {
  const [from, next] = percentOf[stage];
  const ofMatching = parts > 0 ? matchedParts / parts : 0;
  const ofSearching = to !== null && search.day >= to ? 0.9 : 0;
  const share = stage === 'matching' ? ofMatching : stage === 'searching' ? ofSearching : 0;
  return Math.floor(from + (next - from) * share);
}
