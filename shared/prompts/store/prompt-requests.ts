import { randomUUID } from 'node:crypto';
import { keyOf } from '#shared/prompts/items.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table, Update } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type RequestInHand = { key: Key; heldBy: string };
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

const leaseMs = 31_000;
/** A lease that ends later than this is from a wrong clock. */
const maxLeaseMs = leaseMs + 300_000;
const retentionSeconds = daysInSeconds(7);
const isHeld = 'heldBy = :heldBy AND attribute_not_exists(conversationId)';

/** A repeated request with the same `Idempotency-Key` is not charged again. */
export const promptRequestsIn = (table: Table, { now }: { now: () => number }) => ({
  async take(accountId: AccountId, idempotencyKey: string, fingerprint: string): Promise<RequestState> {
    const key = keyOf.promptRequest(accountId, sha256(idempotencyKey));
    const heldBy = randomUUID();
    const at = now();
    const refusal = await refusalOf(
      table.update({
        key,
        update: 'SET #kind = :kind, fingerprint = :fingerprint, heldBy = :heldBy, leaseUntil = :until, #ttl = :ttl',
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
    const storedRequest = refusal.item as RequestItem;
    if (storedRequest.fingerprint !== fingerprint) return { state: 'another' };
    if (storedRequest.conversationId !== undefined) return { state: 'done', conversationId: storedRequest.conversationId };
    if (storedRequest.isRefused) return { state: 'refused' };
    if (storedRequest.heldBy === heldBy) return { state: 'mine', inHand: { key, heldBy } };
    return { state: 'busy', seconds: Math.max(1, Math.ceil((storedRequest.leaseUntil - at) / 1000)) };
  },

  donePart: ({ key, heldBy }: RequestInHand, conversationId: number): Part => ({
    key,
    update: 'SET conversationId = :conversationId',
    condition: isHeld,
    values: { ':conversationId': conversationId, ':heldBy': heldBy },
  }),

  refuse: ({ key, heldBy }: RequestInHand): Promise<void> =>
    ifHeld(table, {
      key,
      update: 'SET isRefused = :true',
      values: { ':true': true, ':heldBy': heldBy },
    }),

  release: ({ key, heldBy }: RequestInHand): Promise<void> =>
    ifHeld(table, { key, update: 'SET leaseUntil = :none', values: { ':none': 0, ':heldBy': heldBy } }),
});

async function ifHeld(table: Table, change: Update): Promise<void> {
  await tookEffect(table.update({ ...change, condition: isHeld }));
}
