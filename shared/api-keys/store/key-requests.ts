import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

/**
 * A request with an `Idempotency-Key`. `fingerprint` distinguishes requests with other content. The secret of
 * the first request derives from `salt`.
 */
export type KeyRequest = {
  accountId: number;
  operation: 'create' | 'rotate';
  idempotencyKey: string;
  fingerprint: string;
  salt: string;
};

/** The result of the first request. `key` is the key as returned. */
export type CompletedKeyRequest = Pick<KeyRequest, 'fingerprint' | 'salt'> & {
  key: ApiKey;
  /** The end of the previous secret after a rotation. */
  previousEndsAt?: string;
};

/**
 * Hours in which a repeat returns the first response. The time is short, because a stolen session could
 * request a secret again.
 */
export const keyRequestHours = 48;
const retentionMs = hours(keyRequestHours);

type Stored = Item & CompletedKeyRequest & { keptUntil: number };

const itemKey = ({ accountId, operation, idempotencyKey }: KeyRequest) =>
  keyOf.keyRequest(accountId, operation, sha256(idempotencyKey));

/** Requests that created or rotated a key under an `Idempotency-Key`. No secret is stored. */
export const keyRequestsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Returns the result of the first identical request, or `null`. One strongly consistent read. */
  async completedRequest(request: KeyRequest): Promise<CompletedKeyRequest | null> {
    const stored = await table.get<Stored>(itemKey(request), { consistent: true });
    return stored && stored.keptUntil > now() ? stored : null;
  },
});

/**
 * The step that claims the `Idempotency-Key` in the request's write, so that only one of two requests
 * succeeds.
 */
export function completedPart(
  request: KeyRequest,
  { at, ...done }: Pick<CompletedKeyRequest, 'key' | 'previousEndsAt'> & { at: number },
): Part {
  const { fingerprint, salt } = request;
  const keptUntil = at + retentionMs;
  return {
    put: { ...itemKey(request), fingerprint, salt, ...done, keptUntil, ttl: Math.ceil(keptUntil / 1000) },
    condition: 'attribute_not_exists(pk) OR keptUntil <= :now',
    values: { ':now': at },
  };
}
