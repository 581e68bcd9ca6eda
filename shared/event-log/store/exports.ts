import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import { leaseWatch, monotonic } from '#shared/store/lease-watch.ts';
import { ConditionFailed, refusalOf, StoreUnavailable, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { days, minutes } from '#shared/values/durations.ts';

/** The progress of a file: what a worker needs to continue where another stopped. */
export type ExportProgress = {
  uploadId?: string;
  /** Tags of the parts that are stored, in order. */
  tags: string[];
  rows: number;
  sizeBytes: number;
  /** The last log entry that is in a part. */
  cursor?: { day: string; sk: string };
  /** Everything is read and in parts. */
  isRead: boolean;
};
export type ExportOrder = {
  id: string;
  /** Of everything that belongs to the account; of its events by default. */
  kind?: 'account';
  accountId: number;
  environment: Environment;
  /** Days of `timeZone` (UTC by default), both included. */
  from: string;
  to: string;
  timeZone?: string;
  /** Only events of this public key. */
  pixelKey?: string;
  /** ISO 8601 UTC. */
  createdAt: string;
};
export type Export = ExportOrder & {
  status: 'pending' | 'running' | 'completed' | 'failed';
  progress: ExportProgress;
  completedAt?: string;
};
type Lease = { token: string; until: number };

/** Longer than one step between two renewals takes, shorter than the wait for a message's next delivery. */
const leaseMs = minutes(1);
const retentionMs = days(30);
const abandonedMs = days(1);
/** Times that a file may be claimed without progress. */
const maxTries = 7;
const nothingDone: ExportProgress = { tags: [], rows: 0, sizeBytes: 0, isRead: false };

/** Exports: the order and its progress. One worker at a time writes one, and only the holder of the lease changes it. */
export function exportsIn(
  table: Table,
  { now, elapsed = monotonic }: { now: () => number; elapsed?: () => number },
) {
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
  const latestKey = (accountId: number) => keyOf.export(accountId, 'LATEST_ACCOUNT');
  const latestOf = (accountId: number) => table.get<Latest>(latestKey(accountId), { consistent: true });

  /** Changes an export as its lease's holder; throws `ConditionFailed` when somebody else holds it. */
  async function asHolder(
    order: ExportOrder,
    token: string,
    update: string,
    values: Record<string, unknown>,
  ) {
    const refusal = await refusalOf(
      table.update({
        key: keyFor(order),
        update,
        condition: 'lease.#token = :token',
        names: { '#token': 'token', ...(update.includes('#status') && { '#status': 'status' }) },
        values: { ':token': token, ...values },
      }),
    );
    // The write took effect and gave the lease back, its answer was lost, and the client library sent it again.
    const isOurs = update.endsWith('REMOVE lease') && !refusal?.item?.lease;
    if (refusal && !isOurs) throw refusal;
  }

  /** Claims an export if its lease is `free`. */
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
    // Its holder renews it, so that each time is another lease.
    const isOutlasted = holder && watch.isOutlasted(order.id, `${holder} ${until}`, leaseMs);
    if (!isOutlasted) throw refused;
    return take(order, token, 'lease.#token = :holder AND lease.#until = :until', {
      ':holder': holder,
      ':until': until,
    });
  };

  return {
    /** Notes an order; a second time changes nothing. */
    async order(order: ExportOrder): Promise<void> {
      await table.putNew(itemOf(order));
    },

    /** The export of an account that is running; `null` when there is none, or no worker continues it. */
    async openAccountExport(accountId: number, known?: Latest): Promise<Export | null> {
      const latest = known ?? (await latestOf(accountId));
      const found = latest && (await this.byId(accountId, latest.exportId));
      const isOpen = found && (found.status === 'pending' || found.status === 'running');
      return isOpen && now() - Date.parse(found.createdAt) < abandonedMs ? found : null;
    },

    /** Orders an export of an account; of two at once, one is ordered and both get it. */
    async orderAccount(order: ExportOrder, effects: readonly Effect[] = []): Promise<Export> {
      const { accountId, id } = order;
      const before = await latestOf(accountId);
      const open = before && (await this.openAccountExport(accountId, before));
      if (open) return open;
      const mark = { ...latestKey(accountId), kind: 'latest_export', exportId: id };
      const refusal = await refusalOf(
        table.transact([
          {
            put: mark,
            ...(before
              ? { condition: 'exportId = :before', values: { ':before': before.exportId } }
              : { condition: 'attribute_not_exists(pk)' }),
          },
          { put: { ...itemOf(order), ...(effects.length > 0 && { effects: JSON.stringify(effects) }) } },
        ]),
      );
      if (!refusal) return { ...order, status: 'pending', progress: nothingDone };
      const other = await this.openAccountExport(accountId);
      if (!other) throw new StoreUnavailable(refusal);
      return other;
    },

    byId: (accountId: number, id: string): Promise<Export | null> =>
      table.get<Item & Export>(keyOf.export(accountId, id), { consistent: true }),

    /** Every export of an account that is still stored, ended ones too. */
    async list(accountId: number): Promise<Export[]> {
      const { pk, sk } = keyOf.export(accountId, 'export_');
      return await Array.fromAsync(
        table.query<Item & Export>(pk, [sk, afterPrefix(sk)], { consistent: true }),
      );
    },

    /** Ends an export, also while a worker writes it: it has failed, and no response links to its file any more. Repeatable. */
    async end(order: ExportOrder): Promise<void> {
      await tookEffect(
        table.update({
          key: keyFor(order),
          update: 'SET #status = :failed REMOVE lease',
          condition: 'attribute_exists(pk)',
          names: { '#status': 'status' },
          values: { ':failed': 'failed' },
        }),
      );
    },

    /** Claims an export: its current state, or `ended`, or `busy` with another worker, or `given_up`. */
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
        if (error.item?.status === 'failed') return 'given_up';
        return error.item?.status === 'completed' ? 'ended' : 'busy';
      }
    },

    /** Makes sure that the export is still ours, for another while. */
    async renew(order: ExportOrder, token: string): Promise<void> {
      await asHolder(order, token, 'SET lease = :lease', { ':lease': newLease(token) });
    },

    /** Notes how far it is. */
    async advance(order: ExportOrder, token: string, progress: ExportProgress): Promise<void> {
      await asHolder(order, token, 'SET progress = :progress, lease = :lease, tries = :none', {
        ':progress': progress,
        ':lease': newLease(token),
        ':none': 0,
      });
    },

    /** Starts again, because the uploaded parts are gone. */
    async restart(order: ExportOrder, token: string): Promise<void> {
      await asHolder(order, token, 'SET progress = :progress REMOVE lease', { ':progress': nothingDone });
    },

    async release(order: ExportOrder, token: string): Promise<void> {
      await asHolder(order, token, 'REMOVE lease', {});
    },

    /** Ends it. The owner of an account's export is notified by e-mail. */
    async complete(order: ExportOrder, token: string): Promise<void> {
      const isOfAccount = order.kind === 'account';
      const mail: Effect = {
        kind: 'mail',
        id: `account_export#${order.id}`,
        to_user: order.accountId,
        template: 'account_export_ready',
        data: { export_id: order.id, completed_at: String(now()) },
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
