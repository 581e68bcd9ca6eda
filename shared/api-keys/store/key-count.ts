import { keyOf } from '#shared/api-keys/items.ts';
import { defaultIdentityAttribution } from '#shared/api-keys/rules/identity-attribution.ts';
import { type ApiKey, maxKeys } from '#shared/api-keys/rules/keys.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

/** `start` must run first for an account whose keys were never counted. */
export const keyCountIn = (table: Table) => ({
  issuePart: (accountId: AccountId, sessionEpoch: number): Part => ({
    key: keyOf.keyCount(accountId),
    update: 'SET active = active + :one',
    condition: 'active < :max AND (attribute_not_exists(minEpoch) OR minEpoch <= :epoch) AND attribute_not_exists(isSuspended)',
    values: { ':one': 1, ':max': maxKeys, ':epoch': sessionEpoch },
  }),

  isRefused: (item: Item, sessionEpoch: number): boolean => Number(item.minEpoch ?? 0) > sessionEpoch || item.isSuspended === true,

  async suspend(accountId: AccountId, isSuspended: boolean): Promise<void> {
    await retryOnConflict('rare', async () => {
      const refusal = await refusalOf(
        table.update({
          key: keyOf.keyCount(accountId),
          update: isSuspended ? 'SET isSuspended = :yes' : 'REMOVE isSuspended',
          condition: 'attribute_exists(pk)',
          ...(isSuspended && { values: { ':yes': true } }),
        }),
      );
      if (!refusal || !isSuspended) return null;
      await this.start(accountId);
      return conflict;
    });
  },

  async refuseBefore(accountId: AccountId, sessionEpoch: number): Promise<void> {
    await retryOnConflict('rare', async () => {
      const refusal = await refusalOf(
        table.update({
          key: keyOf.keyCount(accountId),
          update: 'SET minEpoch = :epoch',
          condition: 'attribute_exists(pk) AND (attribute_not_exists(minEpoch) OR minEpoch < :epoch)',
          values: { ':epoch': sessionEpoch },
        }),
      );
      if (!refusal || refusal.item) return null;
      await this.start(accountId);
      return conflict;
    });
  },

  revokePart: (accountId: AccountId): Part => ({
    key: keyOf.keyCount(accountId),
    update: 'SET active = active - :one',
    condition: 'attribute_exists(pk)',
    values: { ':one': 1 },
  }),

  /** The default key is written before the count, so an interrupted request repeats both. */
  async start(accountId: AccountId): Promise<void> {
    const { pk, sk } = keyOf.apiKey(accountId, '');
    let keys = 0;
    let active = 0;
    for await (const key of table.query<Item & ApiKey>(pk, [sk, afterPrefix(sk)], { consistent: true })) {
      keys++;
      if (!key.revokedAt) active++;
    }
    if (keys === 0)
      await table.update({
        key: keyOf.accountSettings(accountId),
        update: 'SET kind = :kind, identityAttribution = if_not_exists(identityAttribution, :default)',
        values: { ':kind': 'account_settings', ':default': defaultIdentityAttribution },
      });
    await table.putNew({ ...keyOf.keyCount(accountId), active });
  },
});
