import type { ApiKey } from './api-keys.ts';
import { afterPrefix, keyOf } from './keys.ts';
import type { Item, Part, Table } from './table.ts';

/** Keys that an account may have, revoked ones aside. */
export const maxKeys = 100;

/**
 * How many keys of an account are not revoked. Every change is a step of the write that issues or revokes the key.
 * An account without the number gets it by `begin`; until then no key is issued or revoked.
 */
export const keyCountIn = (table: Table) => ({
  /** Fails when there is no number yet (its item is `null`), or when the account has `maxKeys` keys. */
  issuePart: (accountId: number): Part => ({
    key: keyOf.keyCount(accountId),
    update: 'SET active = active + :one',
    condition: 'active < :max',
    values: { ':one': 1, ':max': maxKeys },
  }),

  /** Fails when there is no number yet. */
  revokePart: (accountId: number): Part => ({
    key: keyOf.keyCount(accountId),
    update: 'SET active = active - :one',
    condition: 'attribute_exists(pk)',
    values: { ':one': 1 },
  }),

  /** Counts the account's keys, unless another request has done so. */
  async begin(accountId: number): Promise<void> {
    const { pk, sk } = keyOf.apiKey(accountId, '');
    let active = 0;
    for await (const key of table.query<Item & ApiKey>(pk, [sk, afterPrefix(sk)], { consistent: true }))
      if (!key.revokedAt) active++;
    await table.putNew({ ...keyOf.keyCount(accountId), active });
  },
});
