import { hash as digestOf, randomBytes } from 'node:crypto';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

/** So long after its day a key exists. Afterwards nobody can tell which network a stored hash is of. */
const keyRetentionDays = 30;
const hashLength = 20;

type DayKey = { secret: string };

/** The secret has one length and comes first, and the digest is cut: as good as an HMAC here, at a quarter of its time. */
const hashUnder = (secret: string, text: string) =>
  digestOf('sha256', `${secret} ${text}`, 'base64url').slice(0, hashLength);

/**
 * Hashes of visitors' networks. One random key of each UTC day is stored and expires; an account's key is derived from it,
 * so that hashes of two accounts or days never meet. A function reads the key once a day and not for each click.
 */
export function networkKeysIn(table: Table, now: () => number) {
  let current: { day: string; secret: Promise<string> } | undefined;

  async function secretOf(day: string): Promise<string> {
    const key = keyOf.networkKey(day);
    const stored = await table.find<Item & DayKey>(key);
    if (stored) return stored.secret;
    const ttl = Math.ceil((Date.parse(day) + days(keyRetentionDays + 1)) / 1000);
    const created = { ...key, kind: 'network_key', ttl, secret: randomBytes(32).toString('base64url') };
    const earlier = await table.putNew<Item & DayKey>(created);
    return (earlier ?? created).secret;
  }

  return {
    /** The hash of a network (`networkOf` an address) today, or `undefined` without a network. */
    async hash(accountId: number, network: string): Promise<string | undefined> {
      if (network === 'unknown') return undefined;
      const day = dayOf(new Date(now()).toISOString());
      if (current?.day !== day) {
        const read = { day, secret: secretOf(day) };
        read.secret.catch(() => {
          if (current === read) current = undefined;
        });
        current = read;
      }
      return hashUnder(await current.secret, `account ${accountId} ${network}`);
    },
  };
}
