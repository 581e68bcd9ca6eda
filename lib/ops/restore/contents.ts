import { addDigests, digestOf, emptyDigest, withoutDigest } from '#shared/backup/rules/item-digest.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { hours } from '#shared/values/durations.ts';

type Sum = { itemCount: number; digest: string };
/** What a table holds: so many items, and their digest. `expiring` are those whose `ttl` is past, or soon will be. */
export type Contents = Sum & { expiring: Sum };

/** DynamoDB deletes expired items when it likes: those that may go while a restore is at work are looked at apart. */
const soonMs = hours(48);
/** One moment for all of a run, so that backup and table are compared at the same time. */
const soon = (Date.now() + soonMs) / 1000;

export function contentsOf(items: readonly WireMap[]): Contents {
  const expiring = items.filter(({ ttl }) => ttl && 'N' in ttl && Number(ttl.N) < soon);
  return { ...summed(items), expiring: summed(expiring) };
}

const summed = (items: readonly WireMap[]): Sum => ({ itemCount: items.length, digest: digestOf(items) });

export const sumOf = (parts: readonly Contents[]): Contents => ({
  ...added(parts),
  expiring: added(parts.map(({ expiring }) => expiring)),
});

const added = (parts: readonly Sum[]): Sum => ({
  itemCount: parts.reduce((sum, { itemCount }) => sum + itemCount, 0),
  digest: parts.length === 0 ? emptyDigest : addDigests(parts.map(({ digest }) => digest)),
});

/** Whether a table holds what it should: everything, or everything but items that have expired. */
export function isSame(found: Contents, wanted: Contents): boolean {
  if (found.itemCount === wanted.itemCount) return found.digest === wanted.digest;
  const lasting = ({ itemCount, digest, expiring }: Contents) =>
    `${itemCount - expiring.itemCount} ${withoutDigest(digest, expiring.digest)}`;
  return found.itemCount < wanted.itemCount && lasting(found) === lasting(wanted);
}
