import { keyOf } from './keys.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Item, Table } from './table.ts';

export type User = {
  /** At least 1, grows with time, fits in 53 bits. */
  id: number;
  /** Lower case. */
  email: string;
  fullName: string | null;
  company: string | null;
  companyWebsite: string | null;
  /** A PHC string. */
  passwordHash: string;
  isActive: boolean;
  /** Epoch milliseconds: tokens issued before are refused. */
  tokensValidAfter: number;
  /** ISO 8601. */
  createdAt: string;
};
export type Users = ReturnType<typeof usersIn>;

type UserItem = Item & User;

export const usersIn = (table: Table) => ({
  async byId(userId: number): Promise<User | null> {
    return await table.find<UserItem>(keyOf.user(userId));
  },

  /** Makes the account and claims its e-mail, both or neither: `false` when the id or the e-mail is taken. */
  async create(user: User): Promise<boolean> {
    try {
      await table.transact([
        {
          put: { ...keyOf.emailClaim(user.email), kind: 'email', userId: user.id },
          condition: 'attribute_not_exists(pk)',
        },
        { put: { ...keyOf.user(user.id), kind: 'user', ...user }, condition: 'attribute_not_exists(pk)' },
      ]);
      return true;
    } catch (error) {
      if (error instanceof ConditionFailed) return false;
      throw error;
    }
  },
});
