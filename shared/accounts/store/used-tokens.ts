import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Part, Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';

/** The use of a token for an operation. `by` is new for every request, so that a request knows its own use again. */
export type TokenUse = {
  operation: string;
  /** A SHA-256. */
  tokenId: string;
  by: string;
  /** Epoch milliseconds, after which the token is not good any more. */
  expiresAt: number;
};

/** Which tokens were used for what. An entry outlives its token by a day. */
export const usedTokensIn = (table: Table) => ({
  /** Uses a token: `false` when another request has used it for this operation. */
  async use(use: TokenUse): Promise<boolean> {
    const before = await table.putNew(itemOf(use));
    return before === null || before.by === use.by;
  },

  /** The same as a step of somebody's transaction. */
  usePart: (use: TokenUse): Part => ({ put: itemOf(use), condition: 'attribute_not_exists(pk)' }),

  /** Whether another request has used a token for this operation. */
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
