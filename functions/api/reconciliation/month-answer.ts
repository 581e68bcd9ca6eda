import * as z from 'zod';
import { Environment } from '#functions/api/key-schema.ts';
import type { Signed } from '#shared/cells/rules/signed.ts';
import type { ListedMonth } from '#shared/reconciliation/list-months.ts';
import {
  daysOfMonth,
  type MonthComparison,
  type MonthTotals,
  monthForm,
  type ReconciledMonth,
} from '#shared/reconciliation/rules/months.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';
import { exampleId, exampleReconciliation, signedMoney, sumFields, sumOf } from './reconciliation-answer.ts';

export const Month = z.string().regex(monthForm, 'A month such as 2026-11 expected');
export const monthParams = z.object({ month: Month.meta({ description: 'The month, such as `2026-11`.' }) });

const Comparison = z.object({
  reconciliation_id: z.string(),
  compared_at: z.iso.datetime().meta({ description: 'When the comparison was completed.' }),
  event_type: z.string(),
  time_zone: z.string().meta({ description: 'The time zone in which the month begins and ends.' }),
  from: z.iso.date().meta({ description: 'First day of the month that the reconciliation covers.' }),
  to: z.iso.date().meta({ description: 'Last day of the month that it covers.' }),
  days_compared: z.int().meta({ description: 'Number of days of the month that it covers.' }),
  days: z.int().meta({ description: 'Number of days of the month.' }),
  ...sumFields,
  differences: z.int().nullable().meta({
    description:
      'Number of orders and events whose amounts differ: all but `ok`, `unattributed`, `day_differs` and `excluded`. `null` if the file has several months and too many rows would have to be read.',
  }),
});
const Amounts = z.array(
  z.object({
    currency: z.string(),
    conversions: z.int().meta({ description: 'Number of conversions that an ad earned.' }),
    value: z.string().meta({ description: 'Gross value, as an exact decimal.' }),
    net_value: z.string().meta({ description: 'What remains of it after adjustments.' }),
    spend: z.string().meta({ description: 'What the ads cost, as an exact decimal.' }),
  }),
);
const Actor = z.object({ kind: z.string(), id: z.string().nullable() });

export const MonthRecord = z
  .object({
    month: Month.meta({ description: 'The month, such as `2026-11`.' }),
    environment: Environment,
    state: z.enum(['open', 'closed', 'reopened']).meta({
      description: '`open`: it was never closed. `reopened`: it was closed before, and can be closed again.',
    }),
    is_over: z.boolean().meta({
      description: 'Whether the month is over in the time zone of its comparison, so that it can be closed.',
    }),
    comparison: Comparison.nullable().meta({
      description: 'The comparison that the month was closed with. If it is not closed: the one that closing would take, or `null`.',
    }),
    later_comparison: Comparison.nullable().meta({
      description: 'Of a closed month: another comparison that closing would take now, or `null`.',
    }),
    totals: Amounts.nullable().meta({
      description:
        'What reports said of the month when it was closed: conversions of the event type that an ad earned, by their own time, and spend. `null` if it is not closed, or too much had to be read.',
    }),
    changed_since: Amounts.nullable().meta({
      description:
        'By how much `totals` changed since the month was closed; amounts can be negative. Empty without a change; `null` if the month is not closed, has no totals, or too much would have to be read.',
    }),
    closed_at: z.iso.datetime().nullable().meta({ description: 'When it was closed last.' }),
    closed_by: Actor.nullable().meta({ description: 'The person (`user`) or key (`key`).' }),
    reason: z.string().nullable().meta({ description: 'The reason of the last closing.' }),
    reopened_at: z.iso.datetime().nullable().meta({ description: 'When it was reopened last.' }),
    reopened_by: Actor.nullable().meta({ description: 'Who reopened it last.' }),
    reopen_reason: z.string().nullable().meta({ description: 'The reason of the last reopening.' }),
  })
  .meta({ id: 'ReconciledMonth' });
type MonthAnswer = z.input<typeof MonthRecord>;

const comparisonAnswer = (month: string, { total, differences, ...comparison }: MonthComparison): z.input<typeof Comparison> => ({
  reconciliation_id: comparison.reconciliationId,
  compared_at: comparison.comparedAt,
  event_type: comparison.eventType,
  time_zone: comparison.timeZone,
  from: comparison.from,
  to: comparison.to,
  days_compared: daysBetween(comparison.from, comparison.to).length,
  days: daysOfMonth(month).count,
  ...sumOf(total),
  differences,
});

const amountsOfMonth = (totals: MonthTotals) =>
  Object.entries(totals)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, { conversions, value, net, spend }]) => {
      const text = (amount: Signed) => signedMoney(amount);
      return { currency, conversions, value: text(value), net_value: text(net), spend: text(spend) };
    });

/** `latest` is the comparison that closing would take now. `changes` is by how much `totals` changed since the month was closed. */
export function monthAnswer(
  { month, environment }: Pick<ReconciledMonth, 'month' | 'environment'>,
  stored: ReconciledMonth | null,
  { latest, changes, isOver }: Pick<ListedMonth, 'latest' | 'changes' | 'isOver'>,
): MonthAnswer {
  const latestAnswer = latest && comparisonAnswer(month, latest);
  const closed = stored?.closed ?? null;
  const stamp = stored?.state === 'closed' ? stored.closed : null;
  const isOther = stamp !== null && latest?.reconciliationId !== stamp.comparison.reconciliationId;
  return {
    month,
    environment,
    state: stored?.state ?? 'open',
    is_over: isOver,
    comparison: stamp ? comparisonAnswer(month, stamp.comparison) : latestAnswer,
    later_comparison: isOther ? latestAnswer : null,
    totals: stamp?.totals ? amountsOfMonth(stamp.totals) : null,
    changed_since: stamp && changes && amountsOfMonth(changes),
    closed_at: closed?.at ?? null,
    closed_by: closed?.by ?? null,
    reason: closed?.reason ?? null,
    reopened_at: stored?.reopened?.at ?? null,
    reopened_by: stored?.reopened?.by ?? null,
    reopen_reason: stored?.reopened?.reason ?? null,
  };
}

const exampleComparison: z.input<typeof Comparison> = {
  reconciliation_id: exampleId,
  compared_at: '2026-11-02T09:30:21.000Z',
  event_type: 'order_created',
  time_zone: 'America/New_York',
  from: '2026-10-01',
  to: '2026-10-31',
  days_compared: 31,
  days: 31,
  orders: 1000,
  excluded: 0,
  arrived: 1000,
  coverage: 1,
  differences: 0,
  values: exampleReconciliation.values.map(({ currency }) => ({
    currency,
    shop_value: '20000.00',
    adtrail_value: '20000.00',
    difference: '0.00',
    value_coverage: 1,
  })),
};
export const exampleMonth: MonthAnswer = {
  month: '2026-10',
  environment: 'live',
  state: 'closed',
  is_over: true,
  comparison: exampleComparison,
  later_comparison: null,
  totals: [{ currency: 'USD', conversions: 640, value: '14000.00', net_value: '13400.00', spend: '4100.00' }],
  changed_since: [{ currency: 'USD', conversions: 0, value: '0.00', net_value: '-25.99', spend: '0.00' }],
  closed_at: '2026-11-02T09:41:00.000Z',
  closed_by: { kind: 'user', id: '4711' },
  reason: null,
  reopened_at: null,
  reopened_by: null,
  reopen_reason: null,
};
