import { keyOf } from '#shared/api-keys/items.ts';
import { type ApiKey, keyRequestHours } from '#shared/api-keys/rules/keys.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/** The first request's secret derives from `salt`, so a repeat returns it. */
export type KeyRequest = {
  accountId: AccountId;
  operation: 'create' | 'rotate';
  idempotencyKey: string;
  fingerprint: string;
  salt: string;
};

export type CompletedKeyRequest = Pick<KeyRequest, 'fingerprint' | 'salt'> & {
  key: ApiKey;
  previousEndsAt?: string;
};

const retentionMs = hours(keyRequestHours);

type Stored = Item & CompletedKeyRequest & { keptUntil: number };

const itemKey = ({ accountId, operation, idempotencyKey }: KeyRequest) => keyOf.keyRequest(accountId, operation, sha256(idempotencyKey));

export const keyRequestsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Makes one strongly consistent read. */
  async completedRequest(request: KeyRequest): Promise<CompletedKeyRequest | null> {
    const storedRequest = await table.get<Stored>(itemKey(request), { consistent: true });
    return storedRequest && storedRequest.keptUntil > now() ? storedRequest : null;
  },
});

export function completedPart(
  request: KeyRequest,
  { at, ...answer }: Pick<CompletedKeyRequest, 'key' | 'previousEndsAt'> & { at: number },
): Part {
  const { fingerprint, salt } = request;
  const keptUntil = at + retentionMs;
  return {
    put: { ...itemKey(request), fingerprint, salt, ...answer, keptUntil, ttl: Math.ceil(keptUntil / 1000) },
    condition: 'attribute_not_exists(pk) OR keptUntil <= :now',
    values: { ':now': at },
  };
}
