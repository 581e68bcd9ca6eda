import { addDigests, digestOf, emptyDigest, withoutDigest } from '#shared/backup/rules/item-digest.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { hours } from '#shared/values/durations.ts';

type Sum = { itemCount: number; digest: string };
export type Contents = Sum & { expiring: Sum };

/** DynamoDB may delete items that expire this soon during a restore, so they are compared separately. */
const soonMs = hours(48);
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

export function isSame(actualContents: Contents, wanted: Contents): boolean {
  if (actualContents.itemCount === wanted.itemCount) return actualContents.digest === wanted.digest;
  const lasting = ({ itemCount, digest, expiring }: Contents) =>
    `${itemCount - expiring.itemCount} ${withoutDigest(digest, expiring.digest)}`;
  return actualContents.itemCount < wanted.itemCount && lasting(actualContents) === lasting(wanted);
}
