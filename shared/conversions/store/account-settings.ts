import {
  type IdentityAttribution,
  olderIdentityAttribution,
} from '#shared/api-keys/rules/identity-attribution.ts';
import { defaultPrimaryType } from '#shared/conversions/rules/conversions.ts';
import { defaultIdentityWindowDays } from '#shared/conversions/rules/identity.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { boundedCache } from '#shared/values/bounded.ts';

export type AccountSettings = {
  identityAttribution: IdentityAttribution;
  /** The attribution window is in days before the event; 0 disables it. */
  identityWindowDays: number;
  primaryEventType: string;
};
export type AccountSettingsStore = ReturnType<typeof accountSettingsIn>;

const cacheSize = 1000;

export function accountSettingsIn(
  table: Table,
  { now, cacheSeconds }: { now: () => number; cacheSeconds: number },
) {
  const read = async (accountId: number): Promise<AccountSettings> => {
    const item = await table.get<Item & Partial<AccountSettings>>(keyOf.accountSettings(accountId), {
      consistent: true,
    });
    const identityWindowDays = item?.identityWindowDays ?? defaultIdentityWindowDays;
    const identityAttribution = item?.identityAttribution ?? olderIdentityAttribution;
    return {
      identityAttribution: identityWindowDays === 0 ? 'off' : identityAttribution,
      identityWindowDays,
      primaryEventType: item?.primaryEventType ?? defaultPrimaryType,
    };
  };

  const cache = boundedCache(read, { now, ms: cacheSeconds * 1000, size: cacheSize });

  return {
    read,
    cached: cache.get,

    async change(accountId: number, changes: Partial<AccountSettings>): Promise<void> {
      const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
      if (fields.length === 0) return;
      cache.forget(accountId);
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
