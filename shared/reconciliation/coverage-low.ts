import type { Effect } from '#shared/messages/effects.ts';
import { webhookEvent } from '#shared/messages/webhook-event.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import { coverageOf, isCoverageLow } from './rules/figures.ts';
import type { Reconciliation } from './rules/reconciliations.ts';

/** The effects' IDs contain the reconciliation's ID, so no retry reports it again. */
export function coverageLowEffects({ id, accountId, environment, total, rules, from, to, completedAt, counts }: Reconciliation): Effect[] {
  if (!isCoverageLow(total, rules.coverageBound) || from === null || to === null || completedAt === null) return [];
  const source = `${accountId}#${id}`;
  const facts = { from, to, orders: total.orders - total.excluded, arrived: total.arrived };
  const coverage = coverageOf(total) ?? 0;
  const event = webhookEvent('reconciliation.coverage_low', source, {
    accountId,
    environment,
    at: completedAt,
    data: {
      reconciliation_id: id,
      ...facts,
      missing: counts.missing,
      rejected: counts.rejected,
      coverage,
      bound: rules.coverageBound,
    },
  });
  const mail: Effect = {
    kind: 'mail',
    id: `coverage_low#${source}`,
    to_user: ownerOf(accountId),
    template: 'coverage_low',
    data: {
      from,
      to,
      orders: String(facts.orders),
      arrived: String(facts.arrived),
      coverage: percentText(coverage),
      bound: percentText(rules.coverageBound),
    },
  };
  return environment === 'live' ? [event, mail] : [event];
}

const percentText = (share: number): string => `${Math.round(share * 1000) / 10} %`;
