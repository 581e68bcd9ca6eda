import { keyOf } from '#shared/api-keys/items.ts';
import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import { conflict, retryOnConflict } from '#shared/store/retry-on-conflict.ts';
import { refusalOf } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { stillWorking } from './key-changes.ts';
import type { keyCountIn } from './key-count.ts';

type Context = {
  now: () => number;
  forget(sha256: string): void;
  count: Pick<ReturnType<typeof keyCountIn>, 'suspend'>;
  list(accountId: AccountId): Promise<ApiKey[]>;
  ownKey(accountId: AccountId, keyId: string): Promise<ApiKey | null>;
};

/** Keys of an inactive account return 401, and work again when it is active. */
export function keySuspensionIn(table: Table, { now, forget, count, list, ownKey }: Context) {
  async function change(accountId: AccountId, keyId: string, isSuspended: boolean): Promise<void> {
    const update = isSuspended ? 'SET suspendedAt = :at' : 'REMOVE suspendedAt';
    const values = isSuspended ? { ':at': new Date(now()).toISOString() } : null;
    await retryOnConflict('frequent', async () => {
      const key = await ownKey(accountId, keyId);
      if (!key || key.revokedAt || (key.suspendedAt !== undefined) === isSuspended) return null;
      const secrets = [key.sha256, ...stillWorking(key, now()).map(({ sha256 }) => sha256)];
      const refusal = await refusalOf(
        table.transact([
          {
            key: keyOf.apiKey(accountId, keyId),
            update,
            condition: 'sha256 = :current AND attribute_not_exists(revokedAt)',
            values: { ...values, ':current': key.sha256 },
          },
          ...secrets.map((hash) => ({
            key: keyOf.apiKeySecret(hash),
            update,
            condition: 'attribute_exists(pk)',
            ...(values && { values }),
          })),
        ]),
      ).finally(() => secrets.forEach(forget));
      return refusal ? conflict : null;
    });
  }

  return {
    /** A suspension includes keys being issued; functions apply it within 60 seconds. */
    async suspend(accountId: AccountId, isSuspended: boolean): Promise<void> {
      await count.suspend(accountId, isSuspended);
      for (const { id, revokedAt, suspendedAt } of await list(accountId))
        if (!revokedAt && (suspendedAt !== undefined) !== isSuspended) await change(accountId, id, isSuspended);
    },
  };
}
