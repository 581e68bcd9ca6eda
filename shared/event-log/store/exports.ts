import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { fileIdOf } from '#shared/event-log/rules/export-file.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { leaseWatch, monotonic } from '#shared/store/lease-watch.ts';
import { ConditionFailed, refusalOf, StoreUnavailable, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days, minutes } from '#shared/values/durations.ts';
import { type AccountId, ownerOf } from '#shared/values/tenant.ts';

export type ExportProgress = {
  /** The number of times that the export began again. */
  run?: number;
  uploadId?: string;
  tags: string[];
  rows: number;
  sizeBytes: number;
  cursor?: { day: string; sk: string };
  isRead: boolean;
};
export type ExportOrder = {
  id: string;
  kind?: 'account';
  accountId: AccountId;
  environment: Environment;
  /** Both days are included, in `timeZone` (UTC by default). */
  from: string;
  to: string;
  timeZone?: string;
  pixelKey?: string;
  createdAt: string;
  /** An export of everything belongs to the sessions of this epoch. */
  sessionEpoch?: number;
};
export type Export = ExportOrder & {
  status: 'pending' | 'running' | 'completed' | 'failed';
  progress: ExportProgress;
  completedAt?: string;
};
type Lease = { token: string; until: number };

/** A step of an export takes less time, and the message's next delivery comes later. */
const leaseMs = minutes(1);
const retentionMs = days(30);
const abandonedMs = days(1);
const maxTries = 7;
const nothingDone: ExportProgress = { tags: [], rows: 0, sizeBytes: 0, isRead: false };

export function exportsIn(table: Table, { now, elapsed = monotonic }: { now: () => number; elapsed?: () => number }) {
  const watch = leaseWatch(elapsed);
  const keyFor = ({ accountId, id }: Pick<ExportOrder, 'accountId' | 'id'>) => keyOf.export(accountId, id);
  const newLease = (token: string): Lease => ({ token, until: now() + leaseMs });
  const itemOf = ({ kind, ...order }: ExportOrder) => ({
    ...keyFor(order),
    kind: kind ?? 'export',
    ttl: Math.ceil((now() + retentionMs) / 1000),
    ...order,
    status: 'pending' as const,
    progress: nothingDone,
  });
  type Latest = Item & { exportId: string };
  const latestKey = (accountId: AccountId) => keyOf.export(accountId, 'LATEST_ACCOUNT');
  const latestOf = (accountId: AccountId) => table.get<Latest>(latestKey(accountId), { consistent: true });

  async function asHolder(order: ExportOrder, token: string, update: string, values: Record<string, unknown>) {
    const refusal = await refusalOf(
      table.update({
        key: keyFor(order),
        update,
        condition: 'lease.#token = :token',
        names: { '#token': 'token', ...(update.includes('#status') && { '#status': 'status' }) },
        values: { ':token': token, ...values },
      }),
    );
    const isOurs = update.endsWith('REMOVE lease') && !refusal?.item?.lease && !refusal?.item?.isEnded;
    if (refusal && !isOurs) throw refusal;
  }

  const take = (order: ExportOrder, token: string, free: string, values: Record<string, unknown>) =>
    table.update<Item & Export & { tries: number }>({
      key: keyFor(order),
      update: 'SET #status = :running, lease = :lease ADD tries :one',
      condition: `#status IN (:pending, :running) AND (${free})`,
      names: {
        '#status': 'status',
        '#token': 'token',
        ...(free.includes('#until') && { '#until': 'until' }),
      },
      values: {
        ...values,
        ':running': 'running',
        ':pending': 'pending',
        ':lease': newLease(token),
        ':one': 1,
      },
    });
  const free = 'attribute_not_exists(lease) OR lease.#until < :now OR lease.#token = :token';
  const takeOutlasted = async (order: ExportOrder, token: string, refused: ConditionFailed) => {
    const { token: holder, until } = (refused.item?.lease ?? {}) as Partial<Lease>;
    const isOutlasted = holder && watch.isOutlasted(order.id, `${holder} ${until}`, leaseMs);
    if (!isOutlasted) throw refused;
    return take(order, token, 'lease.#token = :holder AND lease.#until = :until', {
      ':holder': holder,
      ':until': until,
    });
  };

  return {
    async order(order: ExportOrder): Promise<void> {
      await table.putNew(itemOf(order));
    },

    /** An export that an earlier owner's session requested is not the caller's. */
    async openAccountExport(accountId: AccountId, sessionEpoch: number, knownLatest?: Latest): Promise<Export | null> {
      const latest = knownLatest ?? (await latestOf(accountId));
      const current = latest && (await this.byId(accountId, latest.exportId));
      const isOpen =
        current && (current.status === 'pending' || current.status === 'running') && (current.sessionEpoch ?? 0) >= sessionEpoch;
      return isOpen && now() - Date.parse(current.createdAt) < abandonedMs ? current : null;
    },

    async orderAccount(order: ExportOrder, effects: readonly Effect[] = []): Promise<Export> {
      const { accountId, id, sessionEpoch = 0 } = order;
      const before = await latestOf(accountId);
      const running = before && (await this.openAccountExport(accountId, sessionEpoch, before));
      if (running) return running;
      const mark = { ...latestKey(accountId), kind: 'latest_export', exportId: id };
      const refusal = await refusalOf(
        table.transact([
          {
            put: mark,
            ...(before
              ? { condition: 'exportId = :before', values: { ':before': before.exportId } }
              : { condition: 'attribute_not_exists(pk)' }),
          },
          { put: { ...itemOf(order), ...withEffects(effects) } },
        ]),
      );
      if (!refusal) return { ...order, status: 'pending', progress: nothingDone };
      const other = await this.openAccountExport(accountId, sessionEpoch);
      if (!other) throw new StoreUnavailable(refusal);
      return other;
    },

    byId: (accountId: AccountId, id: string): Promise<Export | null> =>
      table.get<Item & Export>(keyOf.export(accountId, id), { consistent: true }),

    async list(accountId: AccountId): Promise<Export[]> {
      const { pk, sk } = keyOf.export(accountId, 'export_');
      return await Array.fromAsync(table.query<Item & Export>(pk, [sk, afterPrefix(sk)], { consistent: true }));
    },

    /** The call is idempotent. */
    async end(order: ExportOrder): Promise<void> {
      await tookEffect(
        table.update({
          key: keyFor(order),
          update: 'SET #status = :failed, isEnded = :yes REMOVE lease',
          condition: 'attribute_exists(pk)',
          names: { '#status': 'status' },
          values: { ':failed': 'failed', ':yes': true },
        }),
      );
    },

    async claim(order: ExportOrder, token: string): Promise<Export | 'ended' | 'busy' | 'given_up'> {
      try {
        const item = await take(order, token, free, { ':now': now(), ':token': token }).catch((error) => {
          if (error instanceof ConditionFailed) return takeOutlasted(order, token, error);
          throw error;
        });
        if (item.tries <= maxTries) return item;
        await asHolder(order, token, 'SET #status = :failed REMOVE lease', { ':failed': 'failed' });
        return 'given_up';
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
        const { status, isEnded } = (error.item ?? {}) as Partial<Export> & { isEnded?: boolean };
        if (status === 'failed') return isEnded ? 'ended' : 'given_up';
        return status === 'completed' ? 'ended' : 'busy';
      }
    },

    async renew(order: ExportOrder, token: string): Promise<void> {
      await asHolder(order, token, 'SET lease = :lease', { ':lease': newLease(token) });
    },

    async advance(order: ExportOrder, token: string, progress: ExportProgress): Promise<void> {
      await asHolder(order, token, 'SET progress = :progress, lease = :lease, tries = :none', {
        ':progress': progress,
        ':lease': newLease(token),
        ':none': 0,
      });
    },

    async restart(order: ExportOrder, token: string, { run = 0 }: ExportProgress): Promise<void> {
      await asHolder(order, token, 'SET progress = :progress REMOVE lease', { ':progress': { ...nothingDone, run: run + 1 } });
    },

    async release(order: ExportOrder, token: string): Promise<void> {
      await asHolder(order, token, 'REMOVE lease', {});
    },

    async complete(order: ExportOrder, token: string, progress: ExportProgress): Promise<void> {
      const isOfAccount = order.kind === 'account';
      const mail: Effect = {
        kind: 'mail',
        id: `account_export#${order.id}`,
        to_user: ownerOf(order.accountId),
        template: 'account_export_ready',
        data: { export_id: fileIdOf({ id: order.id, progress }), completed_at: String(now()) },
      };
      const effects = isOfAccount ? ', effects = :effects' : '';
      await asHolder(order, token, `SET #status = :completed, completedAt = :at${effects} REMOVE lease`, {
        ':completed': 'completed',
        ':at': new Date(now()).toISOString(),
        ...(isOfAccount && { ':effects': JSON.stringify([mail]) }),
      });
    },
  };
}
