import { keyOf } from '#shared/accounts/deletion/items.ts';
import type { AccountDeletion, User } from '#shared/accounts/rules/users.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Part, Table } from '#shared/store/table.ts';
import type { UserId } from '#shared/values/tenant.ts';
import { usersIn } from '../../store/users.ts';

export type PendingDeletion = AccountDeletion & { userId: UserId; state: 'pending' | 'erasing' };

/** A restore and the erasure change the same item, so only one succeeds. */
export const accountDeletionsIn = (table: Table, { now }: { now: () => number }) => {
  const { changePart } = usersIn(table);
  const transactOrConflict = async (parts: readonly Part[]) => {
    return await tookEffect(table.transact(parts));
  };
  const isPending = { condition: '#state = :pending', names: { '#state': 'state' } };

  return {
    /** Sessions do not work while the account is inactive, and work again after a restore. */
    request: (
      user: User,
      { deletion }: { deletion: AccountDeletion },
      { effects, also }: { effects: readonly Effect[]; also: readonly Part[] },
    ): Promise<boolean> =>
      transactOrConflict([
        changePart(
          user.id,
          { isActive: false, deletion },
          {
            effects,
            condition: '#isActive = :is AND #tokensValidAfter = :was AND #hash = :hash',
            names: { '#hash': 'passwordHash', '#tokensValidAfter': 'tokensValidAfter' },
            values: { ':is': true, ':was': user.tokensValidAfter, ':hash': user.passwordHash },
          },
        ),
        { put: pendingItem(user.id, deletion) },
        ...also,
      ]),

    requestAgain: (user: User, { deletion }: { deletion: AccountDeletion }): Promise<void> =>
      table.transact([changePart(user.id, { isActive: false, deletion }), { put: pendingItem(user.id, deletion) }]),

    restore: (user: User, effects: readonly Effect[]): Promise<boolean> =>
      transactOrConflict([
        {
          remove: keyOf.deletion(user.id),
          condition: `${isPending.condition} AND eraseAt > :now`,
          names: isPending.names,
          values: { ':pending': 'pending', ':now': new Date(now()).toISOString() },
        },
        changePart(
          user.id,
          { isActive: true, deletion: null, restoredAt: new Date(now()).toISOString() },
          {
            effects,
            condition: '#isActive = :no AND #tokensValidAfter = :was AND #email = :email',
            names: { '#tokensValidAfter': 'tokensValidAfter', '#email': 'email' },
            values: { ':no': false, ':was': user.tokensValidAfter, ':email': user.email },
          },
        ),
      ]),

    pendingPart: (userId: UserId): Part => ({
      check: keyOf.deletion(userId),
      ...isPending,
      values: { ':pending': 'pending' },
    }),

    async due(): Promise<PendingDeletion[]> {
      const { pk } = keyOf.deletion(0);
      const range = ['USER#', afterPrefix('USER#')] as const;
      const all = await Array.fromAsync(table.query<Item & PendingDeletion>(pk, range, { consistent: true }));
      return all.filter(({ state, eraseAt }) => state === 'erasing' || Date.parse(eraseAt) <= now());
    },

    async start({ userId }: Pick<PendingDeletion, 'userId'>): Promise<boolean> {
      const isStarted = await transactOrConflict([
        {
          key: keyOf.deletion(userId),
          update: 'SET #state = :erasing',
          condition: isPending.condition,
          names: isPending.names,
          values: { ':erasing': 'erasing', ':pending': 'pending' },
        },
        changePart(userId, { isActive: false, passwordHash: null }),
      ]);
      if (isStarted) return true;
      const item = await table.get<Item & PendingDeletion>(keyOf.deletion(userId), { consistent: true });
      return item?.state === 'erasing';
    },

    finish: (userId: UserId, createdAt: string): Promise<boolean> =>
      transactOrConflict([
        { put: usersIn(table).erasedItem(userId, { createdAt, erasedAt: new Date(now()).toISOString() }) },
        { remove: keyOf.deletion(userId) },
      ]),
  };
};

const pendingItem = (userId: UserId, deletion: AccountDeletion): Item & PendingDeletion => ({
  ...keyOf.deletion(userId),
  kind: 'account_deletion',
  userId,
  ...deletion,
  state: 'pending',
});
