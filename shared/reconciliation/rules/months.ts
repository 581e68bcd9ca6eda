import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { addSigned, negative, type Signed } from '#shared/cells/rules/signed.ts';
import type { ActivityActor } from '#shared/messages/activity-types.ts';
import { addDecimals } from '#shared/values/decimal.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { dayAfter, monthOf } from '#shared/values/zone-calendar.ts';
import type { Category } from './categories.ts';
import type { Amounts, Figures, Sum } from './figures.ts';
import type { Reconciliation } from './reconciliations.ts';

/** A month is text such as `2026-11`. */
export const monthForm = /^\d{4}-(0[1-9]|1[0-2])$/;
export type MonthRef = { accountId: AccountId; environment: Environment; month: string };
export type MonthComparison = {
  reconciliationId: string;
  comparedAt: string;
  timeZone: string;
  eventType: string;
  /** The first and the last day of the month that the reconciliation covers. */
  from: string;
  to: string;
  total: Sum;
  /** Orders and events whose amounts differ; `null` if a listing would read too many rows to count them. */
  differences: number | null;
};
/** The figures of reports for a month, in one currency. */
export type MonthAmounts = { conversions: number; value: Signed; net: Signed; spend: Signed };
export type MonthTotals = Record<string, MonthAmounts>;
type Act = { at: string; by: ActivityActor; reason: string | null };
export type ReconciledMonth = MonthRef & {
  state: 'closed' | 'reopened';
  /** The totals are null if a request could not read them. */
  closed: Act & { comparison: MonthComparison; totals: MonthTotals | null };
  reopened: Act | null;
  change: number;
};

/** An order of another day, or without an ad, has the same amounts in both. */
export const differingCategories: readonly Category[] = [
  ...(['cancelled_here_counted', 'unclear_status', 'doubled', 'rejected', 'missing'] as const),
  ...(['currency_differs', 'value_differs', 'refund_differs', 'extra'] as const),
];

export const daysOfMonth = (month: string): { from: string; to: string; count: number } => {
  const from = `${month}-01`;
  const next = `${monthOf(dayAfter(from, 31))}-01`;
  const to = dayAfter(next, -1);
  return { from, to, count: Number(to.slice(8)) };
};

/** The days of the month that the reconciliation covers, or null. */
export function coveredDays({ from, to }: Pick<Reconciliation, 'from' | 'to'>, month: string) {
  if (from === null || to === null) return null;
  const days = daysOfMonth(month);
  const covered = { from: from > days.from ? from : days.from, to: to < days.to ? to : days.to };
  return covered.from <= covered.to ? covered : null;
}

export const monthsOf = ({ from, to }: Pick<Reconciliation, 'from' | 'to'>): string[] =>
  from === null || to === null ? [] : [...new Set(daysBetween(from, to).map(monthOf))];

/** The reconciliations are newest first. Of equal numbers of days, the newest is returned. */
export function fullestOf(month: string, reconciliations: readonly Reconciliation[]): Reconciliation | null {
  let fullest: { reconciliation: Reconciliation; days: number } | null = null;
  for (const reconciliation of reconciliations) {
    const covered = reconciliation.status === 'completed' ? coveredDays(reconciliation, month) : null;
    const days = covered ? daysBetween(covered.from, covered.to).length : 0;
    if (days > (fullest?.days ?? 0)) fullest = { reconciliation, days };
  }
  return fullest?.reconciliation ?? null;
}

export function sumOfMonth({ byDay }: Pick<Figures, 'byDay'>, month: string): Sum {
  const total: Sum = { orders: 0, excluded: 0, arrived: 0, byCurrency: {} };
  for (const [day, sum] of Object.entries(byDay)) {
    if (monthOf(day) !== month) continue;
    total.orders += sum.orders;
    total.excluded += sum.excluded;
    total.arrived += sum.arrived;
    for (const [currency, amounts] of Object.entries(sum.byCurrency))
      total.byCurrency[currency] = amountsPlus(total.byCurrency[currency], amounts);
  }
  return total;
}

const amountsPlus = (before: Amounts | undefined, added: Amounts): Amounts =>
  before
    ? {
        shop: addDecimals(before.shop, added.shop),
        due: addDecimals(before.due, added.due),
        covered: addDecimals(before.covered, added.covered),
        adtrail: addDecimals(before.adtrail, added.adtrail),
      }
    : added;

const nothing: MonthAmounts = { conversions: 0, value: '0', net: '0', spend: '0' };

export function addToMonth(totals: MonthTotals, currency: string, added: Partial<MonthAmounts>): void {
  const before = totals[currency] ?? nothing;
  totals[currency] = {
    conversions: before.conversions + (added.conversions ?? 0),
    value: addSigned(before.value, added.value ?? '0'),
    net: addSigned(before.net, added.net ?? '0'),
    spend: addSigned(before.spend, added.spend ?? '0'),
  };
}

/** By how much the totals changed, of the currencies that did. */
export function changesOfMonth(before: MonthTotals, after: MonthTotals): MonthTotals {
  const changes: MonthTotals = {};
  for (const currency of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const { conversions, value, net, spend } = before[currency] ?? nothing;
    const earlier = {
      conversions: -conversions,
      value: negative(value),
      net: negative(net),
      spend: negative(spend),
    };
    const change: MonthTotals = {};
    addToMonth(change, currency, after[currency] ?? nothing);
    addToMonth(change, currency, earlier);
    const amounts = change[currency] ?? nothing;
    const isChanged = amounts.conversions !== 0 || [amounts.value, amounts.net, amounts.spend].some((of) => of !== '0');
    if (isChanged) changes[currency] = amounts;
  }
  return changes;
}
