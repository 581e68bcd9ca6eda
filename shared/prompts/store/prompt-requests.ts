import { randomUUID } from 'node:crypto';
import type { Item, Key } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table, Update } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';

/** Claimed: only its holder can store the outcome of the request. */
export type RequestInHand = { key: Key; heldBy: string };
/** The state of a request: free, in progress, another request under the same key, or its outcome. */
export type RequestState =
  | { state: 'mine'; inHand: RequestInHand }
  | { state: 'busy'; seconds: number }
  | { state: 'another' }
  | { state: 'refused' }
  | { state: 'done'; conversationId: number };

type RequestItem = Item & {
  fingerprint: string;
  heldBy: string;
  leaseUntil: number;
  isRefused?: boolean;
  conversationId?: number;
};

/** A little longer than a function may work. */
const leaseMs = 31_000;
/** A lease that ends later than this comes from a clock that was wrong. Clocks that are right differ by seconds. */
const maxLeaseMs = leaseMs + 300_000;
const retentionSeconds = daysInSeconds(7);
const isHeld = 'heldBy = :heldBy AND attribute_not_exists(conversationId)';

/** Requests for prompts that came with an `Idempotency-Key`: their outcomes, so that a repeat is not paid again. */
export const promptRequestsIn = (table: Table, { now }: { now: () => number }) => ({
  /** Claims a request. `fingerprint` distinguishes it from another one under the same key. One write. */
  async take(userId: number, idempotencyKey: string, fingerprint: string): Promise<RequestState> {
    const key = keyOf.promptRequest(userId, sha256(idempotencyKey));
    const heldBy = randomUUID();
    const at = now();
    const refusal = await refusalOf(
      table.update({
        key,
        update:
          'SET #kind = :kind, fingerprint = :fingerprint, heldBy = :heldBy, leaseUntil = :until, #ttl = :ttl',
        condition:
          'attribute_not_exists(pk) OR (fingerprint = :fingerprint AND (leaseUntil <= :now OR leaseUntil > :absurd) AND attribute_not_exists(isRefused) AND attribute_not_exists(conversationId))',
        names: { '#kind': 'kind', '#ttl': 'ttl' },
        values: {
          ':kind': 'prompt_request',
          ':fingerprint': fingerprint,
          ':heldBy': heldBy,
          ':now': at,
          ':until': at + leaseMs,
          ':absurd': at + maxLeaseMs,
          ':ttl': Math.ceil(at / 1000) + retentionSeconds,
        },
      }),
    );
    if (!refusal) return { state: 'mine', inHand: { key, heldBy } };
    if (!refusal.item) throw refusal;
    const found = refusal.item as RequestItem;
    if (found.fingerprint !== fingerprint) return { state: 'another' };
    if (found.conversationId !== undefined) return { state: 'done', conversationId: found.conversationId };
    if (found.isRefused) return { state: 'refused' };
    // Taken by this very call, whose answer was lost and which the client library sent again.
    if (found.heldBy === heldBy) return { state: 'mine', inHand: { key, heldBy } };
    return { state: 'busy', seconds: Math.max(1, Math.ceil((found.leaseUntil - at) / 1000)) };
  },

  /** As a step of the write that ends it, which fails when the request is no longer in this hand. */
  donePart: ({ key, heldBy }: RequestInHand, conversationId: number): Part => ({
    key,
    update: 'SET conversationId = :conversationId',
    condition: isHeld,
    values: { ':conversationId': conversationId, ':heldBy': heldBy },
  }),

  /** Says that it was refused for good, unless somebody else has taken it meanwhile. */
  refuse: ({ key, heldBy }: RequestInHand): Promise<void> =>
    ifHeld(table, {
      key,
      update: 'SET isRefused = :true',
      values: { ':true': true, ':heldBy': heldBy },
    }),

  /** Releases it with nothing done, so that a repeat need not wait; unless another process holds it. */
  release: ({ key, heldBy }: RequestInHand): Promise<void> =>
    ifHeld(table, { key, update: 'SET leaseUntil = :none', values: { ':none': 0, ':heldBy': heldBy } }),
});

async function ifHeld(table: Table, change: Update): Promise<void> {
  await tookEffect(table.update({ ...change, condition: isHeld }));
}
