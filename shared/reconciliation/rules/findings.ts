import { numbered } from '#shared/values/numbered.ts';
import { coverageOf, isCoverageLow } from './figures.ts';
import type { Reconciliation } from './reconciliations.ts';

export const orderFindingCodes = [
  ...(['coverage_low', 'orders_doubled', 'orders_rejected', 'refunds_missing', 'statuses_unclear'] as const),
] as const;
export type OrderFinding = {
  code: (typeof orderFindingCodes)[number];
  severity: 'critical' | 'warning' | 'info';
  message: string;
  facts: Record<string, number>;
};
const criticalCoverage = 0.5;

export function findingsOf({ total, rules, counts }: Pick<Reconciliation, 'total' | 'rules' | 'counts'>): OrderFinding[] {
  const orders = total.orders - total.excluded;
  const coverage = coverageOf(total) ?? 1;
  const percent = (share: number) => `${Math.round(share * 1000) / 10} %`;
  const low: OrderFinding[] = isCoverageLow(total, rules.coverageBound)
    ? [
        {
          code: 'coverage_low',
          severity: coverage < criticalCoverage ? 'critical' : 'warning',
          message: `Of ${numbered(orders, 'order')}, ${total.arrived} arrived as events: ${percent(coverage)}, under your bound of ${percent(rules.coverageBound)}. Check that your back end sends each order, also after an error, and that id_template fits your event IDs. send-missing sends the missing orders.`,
          facts: { orders, arrived: total.arrived, coverage, bound: rules.coverageBound },
        },
      ]
    : [];
  const doubled: OrderFinding[] =
    counts.doubled > 0
      ? [
          {
            code: 'orders_doubled',
            severity: counts.doubled / Math.max(1, orders) >= 0.2 ? 'critical' : 'warning',
            message: `${numbered(counts.doubled, 'order')} counted twice, under two event IDs. If these are of two types, remove one of them from conversion_event_types in the pixel's settings; otherwise send each order once.`,
            facts: { orders: counts.doubled },
          },
        ]
      : [];
  const rejected: OrderFinding[] =
    counts.rejected > 0
      ? [
          {
            code: 'orders_rejected',
            severity: 'warning',
            message: `The events of ${numbered(counts.rejected, 'order')} were rejected. The rows of the category have the reason of each.`,
            facts: { orders: counts.rejected },
          },
        ]
      : [];
  const refunded = counts.refund_differs + counts.cancelled_here_counted;
  const refunds: OrderFinding[] =
    refunded > 0
      ? [
          {
            code: 'refunds_missing',
            severity: 'warning',
            message: `${numbered(refunded, 'order')} refunded or cancelled in the shop, and not so here, or the other way round. adjust-values takes what the shop kept.`,
            facts: { orders: refunded },
          },
        ]
      : [];
  const unclear: OrderFinding[] =
    counts.unclear_status > 0
      ? [
          {
            code: 'statuses_unclear',
            severity: 'warning',
            message: `${numbered(counts.unclear_status, 'order')} with a status that is in no list, so it is open whether they are sales. Add these statuses to paid_statuses or excluded_statuses of the rules, and reconcile the file again.`,
            facts: { orders: counts.unclear_status },
          },
        ]
      : [];
  return [...low, ...doubled, ...refunds, ...rejected, ...unclear].sort(
    (a, b) => Number(b.severity === 'critical') - Number(a.severity === 'critical'),
  );
}
