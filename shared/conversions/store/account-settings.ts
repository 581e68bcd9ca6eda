import {
  type IdentityAttribution,
  olderIdentityAttribution,
} from '#shared/api-keys/rules/identity-attribution.ts';
import { defaultIdentityWindowDays } from '#shared/conversions/rules/identity.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { isAhead } from '#shared/values/ahead.ts';

export type AccountSettings = {
  /** `off` applies where the window has no days. */
  identityAttribution: IdentityAttribution;
  /** The window is in days before the event; 0 disables it. */
  identityWindowDays: number;
};
export type AccountSettingsStore = ReturnType<typeof accountSettingsIn>;

const cacheSize = 1000;

export function accountSettingsIn(
  table: Table,
  { now, cacheSeconds }: { now: () => number; cacheSeconds: number },
) {
  const cache = new Map<number, { until: number; settings: Promise<AccountSettings> }>();

  const read = async (accountId: number): Promise<AccountSettings> => {
    const item = await table.get<Item & Partial<AccountSettings>>(keyOf.accountSettings(accountId), {
      consistent: true,
    });
    const identityWindowDays = item?.identityWindowDays ?? defaultIdentityWindowDays;
    const identityAttribution = item?.identityAttribution ?? olderIdentityAttribution;
    return {
      identityAttribution: identityWindowDays === 0 ? 'off' : identityAttribution,
      identityWindowDays,
    };
  };

  return {
    read,

    async cached(accountId: number): Promise<AccountSettings> {
      const known = cache.get(accountId);
      if (known && isAhead(known.until, now(), cacheSeconds * 1000)) return known.settings;
      const settings = read(accountId);
      cache.delete(accountId);
      cache.set(accountId, { until: now() + cacheSeconds * 1000, settings });
      settings.catch(() => cache.get(accountId)?.settings === settings && cache.delete(accountId));
      const [oldest] = cache.keys();
      if (cache.size > cacheSize && oldest !== undefined) cache.delete(oldest);
      return settings;
    },

    async change(accountId: number, changes: Partial<AccountSettings>): Promise<void> {
      const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
      if (fields.length === 0) return;
      cache.delete(accountId);
      await table.update({
        key: keyOf.accountSettings(accountId),
        update: `SET kind = :kind, ${fields.map(([name]) => `${name} = :${name}`).join(', ')}`,
        values: {
          ':kind': 'account_settings',
          ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        },
      });
    },
  };
}
