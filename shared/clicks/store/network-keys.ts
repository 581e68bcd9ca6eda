import { hash as digestOf, randomBytes } from 'node:crypto';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';

/** A key expires this many days after its day. Afterwards a stored hash identifies no network. */
const keyRetentionDays = 30;
const hashLength = 20;

type DayKey = { secret: string };

/**
 * The hash is as good as an HMAC at a quarter of the time: the secret has a fixed length and comes first, and the
 * digest is cut.
 */
const hashUnder = (secret: string, text: string) =>
  digestOf('sha256', `${secret} ${text}`, 'base64url').slice(0, hashLength);

/**
 * The hashed text includes the account, so that hashes of two accounts or days never match. A function reads the key
 * once a day, not for each click.
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
    /** Hashes networks of a day whose key still exists; `null` if it is destroyed. */
    async hasherOf(day: string): Promise<((accountId: number, network: string) => string) | null> {
      const isExpired = Date.parse(day) + days(keyRetentionDays + 1) <= now();
      const key = isExpired ? null : await table.find<Item & DayKey>(keyOf.networkKey(day));
      return key && ((accountId, network) => hashUnder(key.secret, textOf(accountId, network)));
    },

    /** `network` is `networkOf` an address. */
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
      return hashUnder(await current.secret, textOf(accountId, network));
    },
  };
}

const textOf = (accountId: number, network: string) => `account ${accountId} ${network}`;
