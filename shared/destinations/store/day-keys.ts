import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyOf } from '#shared/destinations/items.ts';
import { dayAt, endOfDay } from '#shared/destinations/rules/day-keys.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { setBounded } from '#shared/values/bounded.ts';
import { days } from '#shared/values/durations.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type DayKeys = ReturnType<typeof dayKeysIn>;

type DayKey = { secret: string };
type Place = { accountId: AccountId; lastDay: string; context: string };

const [ivBytes, tagBytes] = [12, 16];
const cacheSize = 1000;
/** The night removes keys of so many days, also after nights without a run. Older keys have expired. */
const nightDays = 30;

/**
 * A key is of one account and of the last day on which its texts can be read. The table is in no backup, so a text that was
 * sealed under a destroyed key is gone everywhere. A process reads a key once.
 */
export function dayKeysIn(table: Table, { now }: { now: () => number }) {
  const cache = new Map<string, Promise<Buffer | null>>();

  function cached(accountId: AccountId, lastDay: string, read: () => Promise<Buffer | null>): Promise<Buffer | null> {
    const name = `${accountId} ${lastDay}`;
    const cachedSecret = cache.get(name);
    if (cachedSecret) return cachedSecret;
    const reading = read();
    setBounded(cache, name, reading, cacheSize);
    const drop = () => cache.get(name) === reading && cache.delete(name);
    reading.then((secret) => secret === null && drop(), drop);
    return reading;
  }

  async function storedKey(accountId: AccountId, lastDay: string): Promise<Buffer | null> {
    const stored = await table.find<Item & DayKey>(keyOf.dayKey(lastDay, accountId));
    return stored && Buffer.from(stored.secret, 'base64url');
  }

  async function keyFor(accountId: AccountId, lastDay: string): Promise<Buffer> {
    const stored = await storedKey(accountId, lastDay);
    if (stored) return stored;
    const created = {
      ...keyOf.dayKey(lastDay, accountId),
      kind: 'day_key',
      ttl: Math.ceil(endOfDay(lastDay) / 1000),
      secret: randomBytes(32).toString('base64url'),
    };
    const earlier = await table.putNew<Item & DayKey>(created);
    return Buffer.from((earlier ?? created).secret, 'base64url');
  }

  return {
    async seal({ accountId, lastDay, context }: Place, text: string): Promise<string> {
      const secret = await cached(accountId, lastDay, () => keyFor(accountId, lastDay));
      if (!secret) throw new Error('A key that is made for a text exists.');
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', secret, iv).setAAD(Buffer.from(context));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url');
    },

    /** Returns `null` after the last day. Throws unless `seal` made the text in this place. */
    async open({ accountId, lastDay, context }: Place, sealed: string): Promise<string | null> {
      if (now() >= endOfDay(lastDay)) return null;
      const secret = await cached(accountId, lastDay, () => storedKey(accountId, lastDay));
      if (!secret) return null;
      const bytes = Buffer.from(sealed, 'base64url');
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(context))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()]).toString('utf8');
    },

    /** The expiry of the table may be days late, so the night destroys the keys. */
    async destroyEnded(): Promise<number> {
      let destroyed = 0;
      for (let back = 1; back <= nightDays; back++) {
        const { pk } = keyOf.dayKey(dayAt(now() - days(back)), 0);
        const keys = await Array.fromAsync(table.query<Item>(pk, [' ', afterPrefix('')], { consistent: true }));
        await table.removeMany(keys.map(({ sk }) => ({ pk, sk })));
        destroyed += keys.length;
      }
      for (const [name] of cache) if (endOfDay(name.slice(-10)) <= now()) cache.delete(name);
      return destroyed;
    },
  };
}
