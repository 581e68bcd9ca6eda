import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { keyOf } from '#shared/reconciliation/items.ts';
import { notLeased } from '#shared/reconciliation/rules/leases.ts';
import { reconciliationDays } from '#shared/reconciliation/rules/limits.ts';
import { noCounts, noOrders, type Reconciliation, type ReconciliationOrder } from '#shared/reconciliation/rules/reconciliations.ts';
import type { RepairName } from '#shared/reconciliation/rules/repairs.ts';
import type { Check } from '#shared/store/held-table.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { daysInSeconds, hours } from '#shared/values/durations.ts';
import { randomText } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type Reconciliations = ReturnType<typeof reconciliationsIn>;
type ReconciliationItem = Item & Reconciliation;

/** IDs sort by time. */
export const newReconciliationId = (now: number) => `recon_${Math.max(0, now).toString(36).padStart(9, '0')}${randomText(14)}`;
export const reconciliationIdForm = /^recon_[0-9a-z]{9}[0-9A-Za-z]{14}$/;

const ttlOf = (createdAt: string, days: number) => Math.ceil(Date.parse(createdAt) / 1000) + daysInSeconds(days);
/** A client whose request got no answer repeats it within this time. */
const repeatMs = hours(1);

/** Reconciliations that were stored before 2026-11-29 lack three categories. */
const withCategories = <T extends Reconciliation>(item: T): T => ({
  ...item,
  counts: { ...noCounts, ...item.counts },
});

export const reconciliationsIn = (table: Table, { now }: { now: () => number }) => {
  async function byId(accountId: AccountId, environment: Environment, id: string): Promise<Reconciliation | null> {
    const key = keyOf.reconciliation(accountId, environment, id);
    const item = await table.get<ReconciliationItem>(key, { consistent: true });
    return item && withCategories(item);
  }

  const itemOf = (reconciliation: Reconciliation): Item => {
    const { accountId, environment, id, createdAt } = reconciliation;
    const ttl = ttlOf(createdAt, reconciliationDays);
    return {
      ...reconciliation,
      ...keyOf.reconciliation(accountId, environment, id),
      kind: 'reconciliation',
      ttl,
    };
  };

  return {
    byId,

    /** A write with this part takes effect only while the worker of `current` holds the lease of its work. */
    holding({ accountId, environment, id, lease, repairs }: Reconciliation, repair?: RepairName): Check {
      const token = (repair ? repairs[repair]?.lease : lease)?.token ?? '';
      return {
        check: keyOf.reconciliation(accountId, environment, id),
        condition: `${repair ? 'repairs.#repair.' : ''}#lease.#token = :token`,
        names: { ...(repair && { '#repair': repair }), '#lease': 'lease', '#token': 'token' },
        values: { ':token': token },
      };
    },

    /** Returns the ID of an equal request that is pending or running, otherwise `wantedId`. */
    async idOf(
      { accountId, environment, digest }: Pick<ReconciliationOrder, 'accountId' | 'environment' | 'digest'>,
      wantedId: string,
    ): Promise<string> {
      const key = keyOf.reconciliationRequest(accountId, digest);
      const at = new Date(now()).toISOString();
      const request = { ...key, kind: 'reconciliation_request', reconciliationId: wantedId, at };
      const item = { ...request, ttl: ttlOf(at, 1) };
      type Request = Item & { reconciliationId: string; at: string };
      const earlier = await table.putNew<Request>(item);
      if (!earlier) return wantedId;
      const storedReconciliation = await byId(accountId, environment, earlier.reconciliationId);
      const isOpen = storedReconciliation
        ? storedReconciliation.status === 'pending' || storedReconciliation.status === 'running'
        : now() - Date.parse(earlier.at) < repeatMs;
      if (isOpen) return earlier.reconciliationId;
      const values = { ':earlier': earlier.reconciliationId };
      const refusal = await refusalOf(table.put(item, 'reconciliationId = :earlier', { values }));
      return refusal ? String(refusal.item?.reconciliationId ?? wantedId) : wantedId;
    },

    async start(order: ReconciliationOrder, effects: readonly Effect[]): Promise<Reconciliation> {
      const reconciliation: Reconciliation = {
        ...order,
        ...noOrders,
        status: 'pending',
        stage: 'reading',
        matchedParts: 0,
        search: { day: '', parts: 0 },
        logFrom: null,
        attempt: '',
        counts: noCounts,
        attributable: 0,
        named: 0,
        total: { orders: 0, excluded: 0, arrived: 0, byCurrency: {} },
        problems: [],
        problemCount: 0,
        repairs: {},
        completedAt: null,
        change: 0,
        ...notLeased,
      };
      const item = { ...itemOf(reconciliation), effects: JSON.stringify(effects) };
      return (await table.putNew<ReconciliationItem>(item)) ?? reconciliation;
    },

    async page(
      accountId: AccountId,
      environment: Environment,
      { before, limit }: { before: string | undefined; limit: number },
    ): Promise<{ reconciliations: Reconciliation[]; next: string | null }> {
      const { pk } = keyOf.reconciliation(accountId, environment, '');
      const { items, more } = await table.last<ReconciliationItem>(pk, { before, limit, consistent: true });
      return { reconciliations: items.map(withCategories), next: more ? (items.at(-1)?.id ?? null) : null };
    },

    async change(
      before: Reconciliation,
      changes: Partial<Reconciliation>,
      { effects = [], also = [] }: { effects?: readonly Effect[]; also?: readonly Part[] } = {},
    ): Promise<Reconciliation | null> {
      // The effects of an earlier write are not written again, because they were delivered.
      const { effects: _, ...storedFields } = before as ReconciliationItem & { effects?: unknown };
      const after = { ...storedFields, ...changes, change: before.change + 1 } as Reconciliation;
      const put = {
        put: { ...itemOf(after), ...withEffects(effects) },
        condition: '#change = :change',
        names: { '#change': 'change' },
        values: { ':change': before.change },
      };
      const writing = also.length > 0 ? table.transact([put, ...also]) : table.put(put.put, put.condition, put);
      return (await refusalOf(writing)) ? null : after;
    },
  };
};
