import { keyOf } from '#shared/accounts/registration/items.ts';
import type { Flag } from '#shared/accounts/registration/rules/waitlist.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import type { UserId } from '#shared/values/tenant.ts';

export type Waitlist = ReturnType<typeof waitlistIn>;

export type WaitlistEntry = {
  userId: UserId;
  addedAt: string;
  source: 'description' | 'operator';
  categories: readonly string[];
  reason: string | null;
};

type AddressFlag = Item & Flag & { expiresAt: number };
type RegistrationNetwork = Item & { network: string; expiresAt: number };

/** A flagged account also affects accounts that were created this long before or after it. */
const windowMs = days(1);

/** E-mails are normalised; networks have the form of `networkOf`. */
export const waitlistIn = (table: Table, { now }: { now: () => number }) => {
  const expiry = () => {
    const expiresAt = now() + windowMs;
    return { expiresAt, ttl: Math.ceil(expiresAt / 1000) };
  };

  return {
    async flagAddress(email: string, ipNetwork: string, { textDigest, categories }: Flag): Promise<void> {
      const key = keyOf.addressFlag(email, ipNetwork);
      await table.put({ ...key, kind: 'address_flag', textDigest, categories, ...expiry() });
    },

    async addressFlag(email: string, ipNetwork: string): Promise<Flag | null> {
      const item = await table.get<AddressFlag>(keyOf.addressFlag(email, ipNetwork), { consistent: true });
      if (!item || item.expiresAt <= now()) return null;
      return { textDigest: item.textDigest, categories: item.categories };
    },

    noAddressFlagPart: (email: string, ipNetwork: string): Part => ({
      check: keyOf.addressFlag(email, ipNetwork),
      condition: 'attribute_not_exists(pk) OR expiresAt <= :now',
      values: { ':now': now() },
    }),

    registrationNetworkPart: (userId: UserId, ipNetwork: string): Part => ({
      put: {
        ...keyOf.registrationNetwork(userId),
        kind: 'registration_network',
        network: ipNetwork,
        ...expiry(),
      },
    }),

    async registrationNetwork(userId: UserId): Promise<string | null> {
      const key = keyOf.registrationNetwork(userId);
      const item = await table.get<RegistrationNetwork>(key, { consistent: true });
      return item && item.expiresAt > now() ? item.network : null;
    },

    wasFlagged: async (userId: UserId, textDigest: string): Promise<boolean> =>
      (await table.get(keyOf.accountFlag(userId, textDigest), { consistent: true })) !== null,

    flagParts: (userId: UserId, { textDigest, categories }: Flag): Part[] => {
      const addedAt = new Date(now()).toISOString();
      return [
        {
          put: { ...keyOf.accountFlag(userId, textDigest), kind: 'account_flag', addedAt },
          condition: 'attribute_not_exists(pk)',
        },
        { put: itemOf({ userId, addedAt, source: 'description', categories, reason: null }) },
      ];
    },

    setPart: (userId: UserId, { isListed, reason }: { isListed: boolean; reason: string }): Part =>
      isListed
        ? {
            put: itemOf({
              userId,
              addedAt: new Date(now()).toISOString(),
              source: 'operator' as const,
              categories: [],
              reason,
            }),
          }
        : { remove: keyOf.waitlisted(userId) },

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
