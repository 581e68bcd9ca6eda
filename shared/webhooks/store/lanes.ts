import type { EffectOf } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { resultOrNull } from '#shared/store/store-errors.ts';
import type { Table, Update } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { laneEnd, type WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';

type Stored = Item & WebhookEndpoint;

/** A lane closes only if no delivery joined it since the last read. */
export const lanesIn = (table: Table, { now }: { now: () => number }) => {
  const keyAt = ({ accountId, id }: WebhookEndpoint) => keyOf.webhookEndpoint(accountId, id);
  const change = (update: Update): Promise<WebhookEndpoint | null> =>
    resultOrNull(table.update<Stored>(update));
  const nextLook = ({ accountId, id, laneTick = 0 }: WebhookEndpoint, dueAt: string) => {
    const tick = laneTick + 1;
    const effect: EffectOf<'webhook_work'> = {
      kind: 'webhook_work',
      id: `webhook_work#${id}#tick#${tick}`,
      account_id: accountId,
      endpoint_id: id,
      work: { tick },
      due_at: dueAt,
    };
    return { ':tick': tick, ':effects': JSON.stringify([effect]), ':due': dueAt };
  };
  const isNumber = ({ laneTick }: WebhookEndpoint) =>
    laneTick === undefined ? 'attribute_not_exists(laneTick)' : 'laneTick = :before';
  const before = ({ laneTick }: WebhookEndpoint) => (laneTick === undefined ? {} : { ':before': laneTick });

  return {
    async openLane(
      endpoint: WebhookEndpoint,
      { place, failures, dueAt }: { place: string; failures: number; dueAt: string },
    ): Promise<boolean> {
      const opened = await change({
        key: keyAt(endpoint),
        update:
          'SET laneWaiting = :place, lanePosition = :end, laneFailures = :failures, laneDueAt = :due, laneTick = :tick, effects = :effects',
        condition: `attribute_exists(pk) AND #status = :enabled AND attribute_not_exists(laneWaiting) AND ${isNumber(endpoint)}`,
        names: { '#status': 'status' },
        values: {
          ...before(endpoint),
          ...nextLook(endpoint, dueAt),
          ':enabled': 'enabled',
          ':place': place,
          ':end': laneEnd,
          ':failures': failures,
        },
      });
      return opened !== null;
    },

    /** Makes one read and at most one write, more under contention. A repeated call sends nothing twice. */
    async waitInLane(of: Pick<WebhookEndpoint, 'accountId' | 'id'>, place: string): Promise<void> {
      for (;;) {
        const endpoint = await table.get<Stored>(keyOf.webhookEndpoint(of.accountId, of.id), {
          consistent: true,
        });
        if (endpoint?.status !== 'enabled') return;
        const isNoted =
          endpoint.laneWaiting === undefined
            ? await this.openLane(endpoint, { place, failures: 0, dueAt: new Date(now()).toISOString() })
            : await this.leaveToLane(endpoint, place);
        if (isNoted) return;
      }
    },

    /** An earlier delivery usually waits already, so nothing is written. */
    async leaveToLane(endpoint: WebhookEndpoint, place: string): Promise<boolean> {
      if (endpoint.laneWaiting === undefined) return false;
      if (endpoint.laneWaiting <= place) return true;
      const updated = await change({
        key: keyAt(endpoint),
        update: 'SET laneWaiting = :place',
        condition: 'laneWaiting > :place',
        values: { ':place': place },
      });
      if (updated) return true;
      const current = await table.get<Stored>(keyAt(endpoint), { consistent: true });
      return current?.laneWaiting !== undefined && current.laneWaiting <= place;
    },

    /** Returns `null` for a void run. `isSeenTo` means that no delivery waits. */
    async startRun(
      endpoint: WebhookEndpoint,
      { isSeenTo = false }: { isSeenTo?: boolean } = {},
    ): Promise<{ from: string } | null> {
      for (let current: WebhookEndpoint | null = endpoint; current; ) {
        const { laneWaiting, lanePosition = laneEnd, laneTick } = current;
        if (laneWaiting === undefined || laneTick !== endpoint.laneTick) return null;
        const [first = laneWaiting] = [laneWaiting, lanePosition].sort();
        const from = isSeenTo ? laneWaiting : first;
        if (laneWaiting === laneEnd) return { from };
        const startedLane = await change({
          key: keyAt(endpoint),
          update: 'SET lanePosition = :from, laneWaiting = :end',
          condition: 'laneTick = :tick AND laneWaiting = :seen',
          values: { ':from': from, ':end': laneEnd, ':tick': laneTick, ':seen': laneWaiting },
        });
        if (startedLane) return { from };
        current = await table.get<Stored>(keyAt(endpoint), { consistent: true });
      }
      return null;
    },

    async continueLane(
      endpoint: WebhookEndpoint,
      { place, failures, dueAt }: { place?: string; failures: number; dueAt: string },
    ): Promise<void> {
      await change({
        key: keyAt(endpoint),
        update: `SET laneFailures = :failures, laneDueAt = :due, laneTick = :tick, effects = :effects${place === undefined ? '' : ', lanePosition = :place'}`,
        condition: 'attribute_exists(laneWaiting) AND laneTick = :before',
        values: {
          ...before(endpoint),
          ...nextLook(endpoint, dueAt),
          ':failures': failures,
          ...(place !== undefined && { ':place': place }),
        },
      });
    },

    async closeLane(endpoint: WebhookEndpoint): Promise<boolean> {
      const closed = await change({
        key: keyAt(endpoint),
        update: 'REMOVE lanePosition, laneWaiting, laneFailures, laneDueAt, laneReplayAt',
        condition: 'laneTick = :tick AND laneWaiting = :end',
        values: { ':tick': endpoint.laneTick, ':end': laneEnd },
      });
      return closed !== null;
    },

    async replayFrom(accountId: AccountId, id: string, since: string): Promise<WebhookEndpoint | null> {
      const at = new Date(now()).toISOString();
      for (;;) {
        const endpoint = await table.get<Stored>(keyOf.webhookEndpoint(accountId, id), { consistent: true });
        if (endpoint?.status !== 'enabled') return null;
        const { laneWaiting = laneEnd, lanePosition = laneEnd } = endpoint;
        const changed = await change({
          key: keyAt(endpoint),
          update:
            'SET laneWaiting = :place, lanePosition = :position, laneFailures = :none, laneDueAt = :due, laneReplayAt = :due, laneTick = :tick, effects = :effects',
          condition: `#status = :enabled AND ${isNumber(endpoint)}`,
          names: { '#status': 'status' },
          values: {
            ...before(endpoint),
            ...nextLook(endpoint, at),
            ':enabled': 'enabled',
            ':place': laneWaiting < since ? laneWaiting : since,
            ':position': lanePosition,
            ':none': 0,
          },
        });
        if (changed) return changed;
      }
    },
  };
};
