import { ruleText, type Standing, type StandingOf, statusKey, statusOf } from '#shared/orders/rules/status.ts';

export type ReconciliationRules = {
  excludedStatuses: readonly string[];
  /** Rules that were stored before 2026-11-29 have none. */
  paidStatuses?: readonly string[];
  excludedChannels: readonly string[];
  excludesTests: boolean;
  coverageBound: number;
};

export const defaultRules: ReconciliationRules = {
  excludedStatuses: [
    'pending',
    'on-hold',
    'authorized',
    'unpaid',
    'voided',
    'expired',
    'failed',
    'cancelled',
    'canceled',
    'draft',
    'checkout-draft',
    'auto-draft',
    'trash',
    'incomplete',
    'requires_payment_method',
    'uncaptured',
    'partially-paid',
    'past_due',
    'billed',
    'ready',
  ],
  paidStatuses: [],
  excludedChannels: [],
  excludesTests: true,
  coverageBound: 0.9,
};

export const maxRuleTexts = 50;

/** A status that no list has does not count as paid. */
export function standingsBy(rules: ReconciliationRules, format: string | null): StandingOf {
  const nameOf = (text: string) => statusKey(statusOf(text, format)?.name ?? text);
  const setOf = (texts: readonly string[] = []) => ({
    keys: new Set(texts.map(statusKey)),
    names: new Set(texts.map(nameOf)),
  });
  const [excluded, paid] = [setOf(rules.excludedStatuses), setOf(rules.paidStatuses)];
  const standings = new Map<string, Standing>();

  function standingOf(status: string): Standing {
    const [key, name] = [statusKey(status), nameOf(status)];
    const kind = statusOf(status, format)?.kind;
    const exclusion = { reason: 'status', isEnded: kind === 'ended' } as const;
    if (paid.keys.has(key)) return 'sale';
    if (excluded.keys.has(key) || excluded.names.has(name)) return exclusion;
    const isPaid = paid.names.has(name) || (kind !== undefined && kind !== 'open' && kind !== 'ended');
    return isPaid ? 'sale' : 'unclear';
  }

  return ({ isTest, status, salesChannel, notPaid }) => {
    if (isTest && rules.excludesTests) return { reason: 'test', isEnded: false };
    const standing = status === null ? 'sale' : (standings.get(status) ?? standingOf(status));
    if (status !== null) standings.set(status, standing);
    if (typeof standing === 'object') return standing;
    if (notPaid !== null) return { reason: notPaid, isEnded: notPaid === 'cancelled' };
    const isExcluded = salesChannel !== null && rules.excludedChannels.includes(ruleText(salesChannel));
    return isExcluded ? { reason: 'channel', isEnded: false } : standing;
  };
}
