import { keyOf } from '#shared/api-keys/items.ts';
import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { resultOrNull } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export type PixelSettings = {
  allowedOrigins: string[];
  conversionEventTypes: string[];
  clickWindowDays: number;
};

type Stored = Item & ApiKey & PixelSettings;

/** Functions apply a changed pixel setting within 60 seconds. */
export const pixelSettingsIn = (table: Table, { forget }: { forget(sha256: string): void }) => ({
  async settings(accountId: AccountId, pixelKey: string): Promise<PixelSettings | null> {
    const item = await table.get<Stored>(keyOf.apiKeySecret(sha256(pixelKey)), { consistent: true });
    return item?.kind === 'public' && item.accountId === accountId ? settingsOf(item) : null;
  },

  async changeSettings(
    accountId: AccountId,
    pixelKey: string,
    changes: Partial<PixelSettings>,
    effects: readonly Effect[],
  ): Promise<PixelSettings | null> {
    const fields = Object.entries(changes).filter(([, value]) => value !== undefined);
    if (fields.length === 0) return this.settings(accountId, pixelKey);
    const hash = sha256(pixelKey);
    const change = table.update<Stored>({
      key: keyOf.apiKeySecret(hash),
      update: `SET effects = :effects, ${fields.map(([name]) => `${name} = :${name}`).join(', ')}`,
      condition: 'accountId = :owner AND kind = :public',
      values: {
        ':owner': accountId,
        ':public': 'public',
        ':effects': JSON.stringify(effects),
        ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
      },
    });
    const item = await resultOrNull(change).finally(() => forget(hash));
    return item && settingsOf(item);
  },
});

const settingsOf = ({ allowedOrigins, conversionEventTypes, clickWindowDays }: PixelSettings) => ({
  allowedOrigins,
  conversionEventTypes,
  clickWindowDays,
});
