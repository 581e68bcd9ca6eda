import type { Flag } from '#shared/accounts/rules/waitlist.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix, keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';

export type Waitlist = ReturnType<typeof waitlistIn>;

/** An account on the waitlist. `addedAt` is ISO 8601 UTC. */
export type WaitlistEntry = {
  userId: number;
  addedAt: string;
  source: 'description' | 'operator';
  /** Of a flagged description. */
  categories: readonly string[];
  /** An operator's. */
  reason: string | null;
};

type AddressFlag = Item & Flag & { expiresAt: number };
type RegistrationNetwork = Item & { network: string; expiresAt: number };

/** A flag of an address finds accounts that are made this long after it, and before it. */
const windowMs = days(1);

/**
 * The waitlist, and flagged descriptions of addresses that nobody has shown to own. E-mails are normalised;
 * networks are as `networkOf` writes them.
 */
export const waitlistIn = (table: Table, { now }: { now: () => number }) => {
  const expiry = () => {
    const expiresAt = now() + windowMs;
    return { expiresAt, ttl: Math.ceil(expiresAt / 1000) };
  };

  return {
    /** Records that a description sent from this network with this address was flagged. One write. */
    async flagAddress(email: string, network: string, { textDigest, categories }: Flag): Promise<void> {
      const key = keyOf.addressFlag(email, network);
      await table.put({ ...key, kind: 'address_flag', textDigest, categories, ...expiry() });
    },

    /** By one strongly consistent read. */
    async addressFlag(email: string, network: string): Promise<Flag | null> {
      const item = await table.get<AddressFlag>(keyOf.addressFlag(email, network), { consistent: true });
      if (!item || item.expiresAt <= now()) return null;
      return { textDigest: item.textDigest, categories: item.categories };
    },

    /** Fails when the address was flagged after it was read. */
    noAddressFlagPart: (email: string, network: string): Part => ({
      check: keyOf.addressFlag(email, network),
      condition: 'attribute_not_exists(pk) OR expiresAt <= :now',
      values: { ':now': now() },
    }),

    registrationNetworkPart: (userId: number, network: string): Part => ({
      put: { ...keyOf.registrationNetwork(userId), kind: 'registration_network', network, ...expiry() },
    }),

    /** Where an account of the last 24 hours was made. By one strongly consistent read. */
    async registrationNetwork(userId: number): Promise<string | null> {
      const key = keyOf.registrationNetwork(userId);
      const item = await table.get<RegistrationNetwork>(key, { consistent: true });
      return item && item.expiresAt > now() ? item.network : null;
    },

    /** Whether this text has flagged the account before. An operator may have cleared it since. */
    wasFlagged: async (userId: number, textDigest: string): Promise<boolean> =>
      (await table.get(keyOf.accountFlag(userId, textDigest), { consistent: true })) !== null,

    /** Puts an account on the list for a text; fails when the text has done so before. The user changes with it. */
    flagParts: (userId: number, { textDigest, categories }: Flag): Part[] => {
      const addedAt = new Date(now()).toISOString();
      return [
        {
          put: { ...keyOf.accountFlag(userId, textDigest), kind: 'account_flag', addedAt },
          condition: 'attribute_not_exists(pk)',
        },
        { put: itemOf({ userId, addedAt, source: 'description', categories, reason: null }) },
      ];
    },

    /** Puts an account on the list or takes it off, as an operator says. The user changes with it. */
    setPart: (userId: number, { isListed, reason }: { isListed: boolean; reason: string }): Part =>
      isListed
        ? {
            put: itemOf({
              ...{ userId, addedAt: new Date(now()).toISOString(), source: 'operator' as const },
              ...{ categories: [], reason },
            }),
          }
        : { remove: keyOf.waitlisted(userId) },

    /** A page of the list, newest accounts first, and where the next one starts. */
    async page({ before, limit }: { before: string | undefined; limit: number }): Promise<{
      entries: WaitlistEntry[];
      next: string | null;
    }> {
      const { pk, sk } = keyOf.waitlisted(0);
      const from = sk.slice(0, sk.indexOf('#') + 1);
      const place = before ?? afterPrefix(from);
      const { items, more } = await table.last<Item & WaitlistEntry>(pk, { before: place, limit });
      return { entries: items, next: more ? (items.at(-1)?.sk ?? null) : null };
    },
  };
};

const itemOf = (entry: WaitlistEntry): Item => ({
  ...keyOf.waitlisted(entry.userId),
  kind: 'waitlist_entry',
  ...entry,
});
