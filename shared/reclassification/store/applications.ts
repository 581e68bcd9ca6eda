import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/reclassification/items.ts';
import {
  type ApplicationOrder,
  appliedPrefixes,
  noCounts,
  type RuleApplication,
  type RulesKind,
} from '#shared/reclassification/rules/applications.ts';
import type { Check } from '#shared/store/held-table.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type ApplicationItem = Item & RuleApplication;

/** By default, the log of clicks is stored equally long. */
const retentionMs = days(90);

export const applicationsIn = (table: Table, { now }: { now: () => number }) => ({
  async start(id: string, order: ApplicationOrder, effects: readonly Effect[]) {
    const item: ApplicationItem = {
      ...keyOf.ruleApplication(order.accountId, id),
      kind: 'rule_application',
      ttl: Math.ceil((now() + retentionMs) / 1000),
      id,
      ...order,
      ...noCounts,
      status: 'running',
      progress: null,
      isSettled: false,
      change: 0,
      ...withEffects(effects),
    };
    const earlier = await table.putNew<ApplicationItem>(item);
    return { application: (earlier ?? item) as RuleApplication, isNew: earlier === null };
  },

  /** A write with this check takes effect only until another application takes its place. */
  notReplaced: ({ accountId, id }: RuleApplication): Check => ({
    check: keyOf.ruleApplication(accountId, id),
    condition: '#status <> :replaced AND isSettled = :no',
    names: { '#status': 'status' },
    values: { ':replaced': 'replaced', ':no': false },
  }),

  byId: (accountId: AccountId, id: string): Promise<RuleApplication | null> =>
    table.get<ApplicationItem>(keyOf.ruleApplication(accountId, id), { consistent: true }),

  async newest(accountId: AccountId, kind: RulesKind): Promise<RuleApplication | null> {
    const { pk } = keyOf.ruleApplication(accountId, '');
    const before = afterPrefix(appliedPrefixes[kind]);
    const { items } = await table.last<ApplicationItem>(pk, { before, limit: 1, consistent: true });
    const [newest] = items;
    return newest?.id.startsWith(appliedPrefixes[kind]) ? newest : null;
  },

  /** Another writer's concurrent change wins. Returns `null` if the application is gone. */
  async change(
    before: RuleApplication,
    changes: Partial<Omit<RuleApplication, keyof ApplicationOrder | 'id' | 'change'>>,
  ): Promise<RuleApplication | null> {
    const after = { ...before, ...changes, change: before.change + 1 };
    const refusal = await refusalOf(
      table.put({ ...(after as ApplicationItem) }, '#change = :change', {
        names: { '#change': 'change' },
        values: { ':change': before.change },
      }),
    );
    return refusal ? (refusal.item as ApplicationItem | null) : after;
  },
});
