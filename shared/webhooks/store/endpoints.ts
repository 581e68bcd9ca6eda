import { laneFields } from '#shared/deliveries/rules/lane.ts';
import { failuresIn } from '#shared/deliveries/store/failures.ts';
import { lanesIn } from '#shared/deliveries/store/lanes.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf, resultOrNull, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { type AccountId, ownerOf } from '#shared/values/tenant.ts';
import { keyOf } from '#shared/webhooks/items.ts';
import { type DisabledReason, maxPrevious, rotationHours, type WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { maxEndpoints } from '#shared/webhooks/rules/limits.ts';
import { endpointEndingsIn } from './endpoint-endings.ts';
import { webhookItems } from './webhook-items.ts';

export type WebhookEndpoints = ReturnType<typeof webhookEndpointsIn>;
type Stored = Item & WebhookEndpoint;

export type WebhookRequest = { operation: 'create' | 'rotate'; idempotencyKey: string; fingerprint: string };
export type CompletedWebhookRequest = { fingerprint: string; endpointId: string; secret: string };

export const webhookRequestHours = 48;

type Noted = EffectOf<'activity'>;
export type Changes = Partial<Pick<WebhookEndpoint, 'url' | 'description' | 'events'>>;

export function webhookEndpointsIn(table: Table, { now }: { now: () => number }) {
  const key = (accountId: AccountId, id: string) => keyOf.webhookEndpoint(accountId, id);
  const isoNow = () => new Date(now()).toISOString();

  async function list(accountId: AccountId): Promise<WebhookEndpoint[]> {
    const { pk, sk } = keyOf.webhookEndpoint(accountId, '');
    const items = await Array.fromAsync(table.query<Stored>(pk, [sk, afterPrefix(sk)], { consistent: true }));
    return items.sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  }
  const requestKey = (accountId: AccountId, { operation, idempotencyKey }: WebhookRequest) =>
    keyOf.webhookRequest(accountId, operation, sha256(idempotencyKey));
  const requestPart = (request: WebhookRequest, { accountId, id, secret }: WebhookEndpoint): Part => {
    const keptUntil = now() + hours(webhookRequestHours);
    return {
      put: {
        ...requestKey(accountId, request),
        fingerprint: request.fingerprint,
        endpointId: id,
        secret,
        keptUntil,
        ttl: Math.ceil(keptUntil / 1000),
      },
      condition: 'attribute_not_exists(pk) OR keptUntil <= :now',
      values: { ':now': now() },
    };
  };

  const lanes = lanesIn<WebhookEndpoint>(table, webhookItems, { now });
  return {
    ...lanes,
    ...failuresIn<WebhookEndpoint>(table, webhookItems, { now }),
    ...endpointEndingsIn(table, { now, list, replayFrom: lanes.replayFrom }),
    list,

    /** A call costs one strongly consistent read. */
    find: (accountId: AccountId, id: string): Promise<WebhookEndpoint | null> =>
      table.get<Stored>(key(accountId, id), { consistent: true }),

    async completedRequest(accountId: AccountId, request: WebhookRequest): Promise<CompletedWebhookRequest | null> {
      const storedRequest = await table.get<Item & CompletedWebhookRequest & { keptUntil: number }>(requestKey(accountId, request), {
        consistent: true,
      });
      return storedRequest && storedRequest.keptUntil > now() ? storedRequest : null;
    },

    /** `session_ended` means that the account ended or was recovered. */
    async create(
      endpoint: WebhookEndpoint,
      request: WebhookRequest | null,
      activity?: Noted,
    ): Promise<'created' | 'too_many' | 'repeated' | 'session_ended'> {
      const { sessionEpoch = 0 } = endpoint;
      const claims = request ? [requestPart(request, endpoint)] : [];
      const refusal = await refusalOf(
        table.transact([
          ...claims,
          {
            key: keyOf.webhookCount(endpoint.accountId),
            update: 'SET active = if_not_exists(active, :none) + :one',
            condition:
              '(attribute_not_exists(active) OR active < :max) AND attribute_not_exists(isSuspended) AND (attribute_not_exists(minEpoch) OR minEpoch <= :epoch)',
            values: { ':none': 0, ':one': 1, ':max': maxEndpoints, ':epoch': sessionEpoch },
          },
          {
            put: {
              ...key(endpoint.accountId, endpoint.id),
              kind: 'webhook_endpoint',
              ...endpoint,
              ...(activity && { effects: JSON.stringify([activity]) }),
            },
            condition: 'attribute_not_exists(pk)',
          },
        ]),
      );
      if (!refusal) return 'created';
      if (refusal.part > claims.length) throw refusal;
      if (refusal.part < claims.length) return 'repeated';
      return refusal.item?.isSuspended || Number(refusal.item?.minEpoch ?? 0) > sessionEpoch ? 'session_ended' : 'too_many';
    },

    async change(accountId: AccountId, id: string, changes: Changes, activity?: Noted): Promise<WebhookEndpoint | null> {
      const names = Object.keys(changes) as (keyof Changes)[];
      if (names.length === 0) return await this.find(accountId, id);
      return await updated({
        key: key(accountId, id),
        update: `SET ${names.map((_, at) => `#n${at} = :v${at}`).join(', ')}${activity ? ', effects = :effects' : ''}`,
        condition: 'attribute_exists(pk)',
        names: Object.fromEntries(names.map((name, at) => [`#n${at}`, name])),
        values: {
          ...Object.fromEntries(names.map((name, at) => [`:v${at}`, changes[name]])),
          ...(activity && { ':effects': JSON.stringify([activity]) }),
        },
      });
    },

    async remove(accountId: AccountId, id: string, activity?: Noted): Promise<boolean> {
      return await tookEffect(
        table.transact([
          { remove: key(accountId, id), condition: 'attribute_exists(pk)' },
          {
            key: keyOf.webhookCount(accountId),
            update: `SET active = active - :one${activity ? ', effects = :effects' : ''}`,
            values: { ':one': 1, ...(activity && { ':effects': JSON.stringify([activity]) }) },
          },
        ]),
      );
    },

    /**
     * Returns `null` for a suspended account, and for a session from before the recovery that disabled the endpoint.
     * The same write opens the lane of an endpoint that has unrecorded events.
     */
    async enable(accountId: AccountId, id: string, sessionEpoch: number, activity?: Noted): Promise<WebhookEndpoint | null> {
      const endpoint = await this.find(accountId, id);
      if (endpoint?.status !== 'disabled') return endpoint;
      const reopening = lanes.reopening(endpoint);
      const effects = [...(activity ? [activity] : []), ...(reopening?.effects ?? [])];
      const set = [reopening?.set, effects.length > 0 && 'effects = :effects'].flatMap((part) => (part ? `, ${part}` : []));
      const enabled = await updated({
        key: key(accountId, id),
        update: `SET #status = :enabled${set.join('')} REMOVE disabledAt, disabledReason, failingSince, failing${reopening ? '' : `, ${laneFields}`}`,
        condition:
          '#status = :disabled AND (attribute_not_exists(disabledReason) OR disabledReason <> :suspended) AND (attribute_not_exists(endedEpoch) OR endedEpoch <= :epoch)',
        names: { '#status': 'status' },
        values: {
          ':enabled': 'enabled',
          ':disabled': 'disabled',
          ':suspended': 'suspended',
          ':epoch': sessionEpoch,
          ...reopening?.values,
          ...(effects.length > 0 && { ':effects': JSON.stringify(effects) }),
        },
      });
      if (enabled) return enabled;
      // Another request may have enabled the endpoint meanwhile.
      const current = await this.find(accountId, id);
      return current?.status === 'enabled' ? current : null;
    },

    async disable(endpoint: WebhookEndpoint, reason: DisabledReason, activity?: Noted): Promise<WebhookEndpoint | null> {
      const { accountId, id, url, failingSince } = endpoint;
      const at = isoNow();
      const mail: EffectOf<'mail'> = {
        kind: 'mail',
        id: `webhook_disabled#${id}#${at}`,
        to_user: ownerOf(accountId),
        template: 'webhook_disabled',
        data: { url: new URL(url).origin, at: mailTime(at), since: mailTime(failingSince ?? at), reason },
      };
      const effects = [...(reason === 'owner' ? [] : [mail]), ...(activity ? [activity] : [])];
      const disabled = await updated({
        key: key(accountId, id),
        update: `SET #status = :disabled, disabledAt = :at, disabledReason = :reason${effects.length > 0 ? ', effects = :effects' : ''} REMOVE ${laneFields}`,
        condition: 'attribute_exists(pk) AND #status = :enabled',
        names: { '#status': 'status' },
        values: {
          ':disabled': 'disabled',
          ':enabled': 'enabled',
          ':at': at,
          ':reason': reason,
          ...(effects.length > 0 && { ':effects': JSON.stringify(effects) }),
        },
      });
      return disabled ?? (await this.find(accountId, id));
    },

    async rotate(
      accountId: AccountId,
      id: string,
      secret: string,
      request: WebhookRequest | null,
      activity?: Noted,
    ): Promise<WebhookEndpoint | 'repeated' | null> {
      return await retryOnConflict('rare', async () => {
        const endpoint = await this.find(accountId, id);
        if (!endpoint) return null;
        const at = now();
        const previous = [
          { secret: endpoint.secret, endsAt: new Date(at + hours(rotationHours)).toISOString() },
          ...(endpoint.previous ?? []).filter(({ endsAt }) => Date.parse(endsAt) > at),
        ].slice(0, maxPrevious);
        const rotated = { ...endpoint, secret, previous, rotatedAt: new Date(at).toISOString() };
        const claims = request ? [requestPart(request, rotated)] : [];
        const refusal = await refusalOf(
          table.transact([
            ...claims,
            {
              key: key(accountId, id),
              update: `SET secret = :new, previous = :previous, rotatedAt = :at${activity ? ', effects = :effects' : ''}`,
              condition: 'secret = :current',
              values: {
                ':new': secret,
                ':previous': previous,
                ':at': rotated.rotatedAt,
                ':current': endpoint.secret,
                ...(activity && { ':effects': JSON.stringify([activity]) }),
              },
            },
          ]),
        );
        if (!refusal) return rotated;
        return refusal.part < claims.length ? 'repeated' : conflict;
      });
    },
  };

  async function updated(change: Parameters<Table['update']>[0]): Promise<WebhookEndpoint | null> {
    return await resultOrNull(table.update<Stored>(change));
  }
}
