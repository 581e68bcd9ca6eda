import { keyOf } from '#shared/api-keys/items.ts';
import { type IdentityAttribution, olderIdentityAttribution } from '#shared/api-keys/rules/identity-attribution.ts';
import { defaultPrimaryType } from '#shared/conversions/rules/conversions.ts';
import { defaultIdentityWindowDays } from '#shared/conversions/rules/identity.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { boundedCache } from '#shared/values/bounded.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type AccountSettings = {
  identityAttribution: IdentityAttribution;
  /** The attribution window is in days before the event; 0 disables it. */
  identityWindowDays: number;
  primaryEventType: string;
  /** The return on ad spend that the account aims at, as an exact decimal. */
  targetReturn: string | null;
};
export type AccountSettingsStore = ReturnType<typeof accountSettingsIn>;

const cacheSize = 1000;

export function accountSettingsIn(table: Table, { now, cacheSeconds }: { now: () => number; cacheSeconds: number }) {
  /** A setting that was never changed is absent. */
  const stored = async (accountId: AccountId): Promise<Partial<AccountSettings>> =>
    (await table.get<Item & Partial<AccountSettings>>(keyOf.accountSettings(accountId), {
      consistent: true,
    })) ?? {};

  const read = async (accountId: AccountId): Promise<AccountSettings> => {
    const settings = await stored(accountId);
    const identityWindowDays = settings.identityWindowDays ?? defaultIdentityWindowDays;
    const identityAttribution = settings.identityAttribution ?? olderIdentityAttribution;
    return {
      identityAttribution: identityWindowDays === 0 ? 'off' : identityAttribution,
      identityWindowDays,
      primaryEventType: settings.primaryEventType ?? defaultPrimaryType,
      targetReturn: settings.targetReturn ?? null,
    };
  };

  const cache = boundedCache(read, { now, ms: cacheSeconds * 1000, size: cacheSize });

  return {
    read,
    stored,
    cached: cache.get,

    async change(accountId: AccountId, changes: Partial<AccountSettings>, effects: readonly Effect[]): Promise<void> {
      const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
      if (fields.length === 0) return;
      cache.forget(accountId);
      await table.update({
        key: keyOf.accountSettings(accountId),
        update: `SET kind = :kind, effects = :effects, ${fields.map(([name]) => `${name} = :${name}`).join(', ')}`,
        values: {
          ':kind': 'account_settings',
          ':effects': JSON.stringify(effects),
          ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
        },
      });
    },
  };
}
