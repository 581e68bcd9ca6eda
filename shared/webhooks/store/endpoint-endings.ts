import { laneFields } from '#shared/deliveries/rules/lane.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { keyOf } from '#shared/webhooks/items.ts';
import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';

type Context = {
  now: () => number;
  list(accountId: AccountId): Promise<WebhookEndpoint[]>;
  replayFrom(accountId: AccountId, id: string, since: string): Promise<unknown>;
};

export function endpointEndingsIn(table: Table, { now, list, replayFrom }: Context) {
  const status = { '#status': 'status' };
  const keyAt = ({ accountId, id }: WebhookEndpoint) => keyOf.webhookEndpoint(accountId, id);
  const gate = (accountId: AccountId, update: string, condition?: string, values?: Record<string, unknown>) =>
    tookEffect(
      table.update({
        key: keyOf.webhookCount(accountId),
        update,
        ...(condition && { condition }),
        ...(values && { values }),
      }),
    );

  async function suspendOne(endpoint: WebhookEndpoint): Promise<void> {
    const at = new Date(now()).toISOString();
    await tookEffect(
      table.update({
        key: keyAt(endpoint),
        update: `SET #status = :disabled, disabledReason = :suspended, disabledAt = :at, suspendedFrom = :from REMOVE ${laneFields}`,
        condition: '#status = :enabled',
        names: status,
        values: {
          ':disabled': 'disabled',
          ':enabled': 'enabled',
          ':suspended': 'suspended',
          ':at': at,
          ':from': endpoint.undeliveredFrom ?? endpoint.failingSince ?? at,
        },
      }),
    );
  }

  /** The endpoint stays marked until a retry orders the replay of missed events. */
  async function resume(endpoint: WebhookEndpoint): Promise<void> {
    const { accountId, id, suspendedFrom } = endpoint;
    await tookEffect(
      table.update({
        key: keyAt(endpoint),
        update: 'SET #status = :enabled REMOVE disabledAt, disabledReason, failingSince, failing',
        condition: 'disabledReason = :suspended',
        names: status,
        values: { ':enabled': 'enabled', ':suspended': 'suspended' },
      }),
    );
    if (suspendedFrom === undefined) return;
    await replayFrom(accountId, id, suspendedFrom);
    await tookEffect(
      table.update({
        key: keyAt(endpoint),
        update: 'REMOVE suspendedFrom',
        condition: 'suspendedFrom = :from AND #status = :enabled',
        names: status,
        values: { ':from': suspendedFrom, ':enabled': 'enabled' },
      }),
    );
  }

  return {
    /** The call is idempotent. */
    async suspend(accountId: AccountId, isSuspended: boolean): Promise<void> {
      if (isSuspended) await gate(accountId, 'SET isSuspended = :yes', undefined, { ':yes': true });
      else await gate(accountId, 'REMOVE isSuspended', 'attribute_exists(pk)');
      for (const endpoint of await list(accountId))
        if (!isSuspended && endpoint.suspendedFrom !== undefined) await resume(endpoint);
        else if (isSuspended && endpoint.status === 'enabled') await suspendOne(endpoint);
    },

    async refuseEndpointsBefore(accountId: AccountId, sessionEpoch: number): Promise<void> {
      await gate(accountId, 'SET minEpoch = :epoch', 'attribute_not_exists(minEpoch) OR minEpoch < :epoch', {
        ':epoch': sessionEpoch,
      });
    },

    /** The endpoint's new owner may have enabled it since the recovery. */
    async endRecovered(accountId: AccountId, id: string, sessionEpoch: number): Promise<void> {
      await tookEffect(
        table.update({
          key: keyOf.webhookEndpoint(accountId, id),
          update: `SET #status = :disabled, disabledReason = :recovered, disabledAt = :at, endedEpoch = :epoch REMOVE suspendedFrom, ${laneFields}`,
          condition:
            'attribute_exists(pk) AND (attribute_not_exists(endedEpoch) OR endedEpoch < :epoch) AND (attribute_not_exists(sessionEpoch) OR sessionEpoch < :epoch)',
          names: status,
          values: {
            ':disabled': 'disabled',
            ':recovered': 'recovered',
            ':epoch': sessionEpoch,
            ':at': new Date(now()).toISOString(),
          },
        }),
      );
    },
  };
}
