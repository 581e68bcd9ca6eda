import { keyOf } from '#shared/api-keys/items.ts';
import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import type { Destinations } from '#shared/destinations/store/destinations.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { keyCountIn } from './key-count.ts';
import { type CompletedKeyRequest, completedPart, type KeyRequest } from './key-requests.ts';

/** `changed` means a parallel rotation, `repeated` an earlier request with the same `Idempotency-Key`. */
export type Rotation =
  | { outcome: 'rotated'; key: ApiKey; previousEndsAt: string }
  | { outcome: 'repeated'; completed: CompletedKeyRequest }
  | { outcome: 'not_found' | 'public' | 'revoked' | 'changed' };

const maxPrevious = 10;
const retentionAfterEndMs = days(30);

type RotationPlan = {
  graceSeconds: number;
  effectsOf(key: ApiKey, rotatedAt: string, previousEndsAt: string): readonly Effect[];
  request?: KeyRequest | null;
};
type Context = {
  now: () => number;
  forget(sha256: string): void;
  count: ReturnType<typeof keyCountIn>;
  destinations: Pick<Destinations, 'collecting' | 'unchangedPart'>;
};

export function keyChangesIn(table: Table, { now, forget, count, destinations }: Context) {
  const listed = async (accountId: AccountId, keyId: string): Promise<ApiKey | null> => {
    const item = await table.get<Item & ApiKey>(keyOf.apiKey(accountId, keyId), { consistent: true });
    return item && recordOf(item);
  };

  return {
    ownKey: listed,

    /** A key that was already revoked keeps its first time. Returns `null` for an unknown key. */
    async revoke(accountId: AccountId, keyId: string, effectsOf: (key: ApiKey) => readonly Effect[]): Promise<ApiKey | null> {
      return await retryOnConflict('frequent', async () => {
        const key = await listed(accountId, keyId);
        if (!key || key.revokedAt) return key;
        const revokedAt = new Date(now()).toISOString();
        const secrets = [key.sha256, ...stillWorking(key, now()).map(({ sha256 }) => sha256)];
        const { effects } = withEffects(effectsOf(key));
        const refusal = await refusalOf(
          table.transact([
            {
              key: keyOf.apiKey(accountId, keyId),
              update: `SET revokedAt = :at${effects ? ', effects = :effects' : ''}`,
              condition: 'sha256 = :current AND attribute_not_exists(revokedAt)',
              values: {
                ':at': revokedAt,
                ':current': key.sha256,
                ...(effects && { ':effects': effects }),
              },
            },
            ...secrets.map((hash) => ({
              key: keyOf.apiKeySecret(hash),
              update: 'SET revokedAt = :at',
              condition: 'attribute_exists(pk)',
              values: { ':at': revokedAt },
            })),
            count.revokePart(accountId),
          ]),
        ).finally(() => secrets.forEach(forget));
        if (!refusal) return { ...key, revokedAt };
        // A parallel request revoked or rotated the key, so a retry also ends the new secret.
        if (refusal.part > secrets.length) await count.start(accountId);
        return conflict;
      });
    },

    async rotate(
      accountId: AccountId,
      keyId: string,
      secret: (key: ApiKey) => Promise<{ sha256: string; last4: string }>,
      { graceSeconds, effectsOf, request = null }: RotationPlan,
    ): Promise<Rotation> {
      return await retryOnConflict<Rotation>('rare', async () => {
        const key = await listed(accountId, keyId);
        if (!key) return { outcome: 'not_found' };
        if (key.kind === 'public') return { outcome: 'public' };
        if (key.revokedAt) return { outcome: 'revoked' };
        const at = now();
        const collecting = await destinations.collecting(accountId);
        const previousEndsAt = new Date(at + graceSeconds * 1000).toISOString();
        const rotatedAt = new Date(at).toISOString();
        const older = [{ sha256: key.sha256, endsAt: previousEndsAt }, ...stillWorking(key, at)].map(({ sha256, endsAt }, i) => {
          const [earliest = endsAt] = [endsAt, previousEndsAt].sort();
          return { sha256, endsAt: i < maxPrevious ? earliest : rotatedAt };
        });
        const rotated: ApiKey = { ...key, ...(await secret(key)), rotatedAt, previous: older };
        const { previous: _previous, ...answered } = rotated;
        const { lastUsedAt: _lastUsedAt, ...record } = answered;
        const { effects } = withEffects(effectsOf(rotated, rotatedAt, previousEndsAt));
        const claims = request ? [completedPart(request, { key: answered, previousEndsAt, at })] : [];
        const parts: Part[] = [
          ...claims,
          {
            key: keyOf.apiKey(accountId, keyId),
            update: `SET sha256 = :new, last4 = :last4, rotatedAt = :at, previous = :older${effects ? ', effects = :effects' : ''}`,
            condition: 'sha256 = :current AND attribute_not_exists(revokedAt) AND attribute_not_exists(suspendedAt)',
            values: {
              ':new': rotated.sha256,
              ':last4': rotated.last4,
              ':at': rotatedAt,
              ':older': older,
              ':current': key.sha256,
              ...(effects && { ':effects': effects }),
            },
          },
          {
            put: { ...keyOf.apiKeySecret(rotated.sha256), ...record, ...(collecting.revision > 0 && { collecting }) },
            condition: 'attribute_not_exists(pk)',
          },
          ...older.map(({ sha256, endsAt }) => ({
            key: keyOf.apiKeySecret(sha256),
            update: 'SET endsAt = :end, #ttl = :ttl',
            condition: 'attribute_exists(pk)',
            names: { '#ttl': 'ttl' },
            values: { ':end': endsAt, ':ttl': Math.ceil((Date.parse(endsAt) + retentionAfterEndMs) / 1000) },
          })),
        ];
        const unchanged = destinations.unchangedPart(accountId, collecting);
        const refusal = await refusalOf(table.transact([...parts, unchanged])).finally(() => {
          for (const { sha256 } of older) forget(sha256);
        });
        if (refusal?.part === parts.length) return conflict;
        if (refusal) {
          if (refusal.part < claims.length) return { outcome: 'repeated', completed: refusal.item as Item & CompletedKeyRequest };
          const current = await listed(accountId, keyId);
          if (current?.sha256 !== rotated.sha256) return { outcome: current?.revokedAt ? 'revoked' : 'changed' };
        }
        return { outcome: 'rotated', key: rotated, previousEndsAt };
      });
    },
  };
}

export const stillWorking = ({ previous = [] }: Pick<ApiKey, 'previous'>, at: number) =>
  previous.filter(({ endsAt }) => Date.parse(endsAt) > at);

const recordOf = ({ pk: _pk, sk: _sk, effects: _effects, ...key }: Item & ApiKey): ApiKey => key;
