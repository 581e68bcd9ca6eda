import { keyOf } from '#shared/accounts/sign-in/items.ts';
import type { Item } from '#shared/store/item.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';

/** `by` names the request that used the token, so that its repeat recognizes its own use. */
export type TokenUse = {
  operation: string;
  tokenId: string;
  by: string;
  expiresAt: number;
};

export const usedTokensIn = (table: Table) => ({
  async use(use: TokenUse): Promise<boolean> {
    const before = await table.putNew(itemOf(use));
    return before === null || before.by === use.by;
  },

  usePart: (use: TokenUse): Part => ({ put: itemOf(use), condition: 'attribute_not_exists(pk)' }),

  /** A new account is signed in, so its token must not sign in once more. */
  accountParts: (use: TokenUse): Part[] => [
    { put: itemOf(use), condition: 'attribute_not_exists(pk)' },
    { put: itemOf({ ...use, operation: 'idp_login' }) },
  ],

  async wasUsed({ operation, tokenId, by }: TokenUse): Promise<boolean> {
    const item = await table.get(keyOf.usedToken(operation, tokenId), { consistent: true });
    return item !== null && item.by !== by;
  },
});

const itemOf = ({ operation, tokenId, by, expiresAt }: TokenUse): Item => ({
  ...keyOf.usedToken(operation, tokenId),
  kind: 'used_token',
  by,
  ttl: Math.ceil(expiresAt / 1000) + daysInSeconds(1),
});
