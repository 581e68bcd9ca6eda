import type { KnownNetworks } from '#shared/accounts/rules/known-networks.ts';
import type { Mfa, PendingMfa } from '#shared/accounts/rules/mfa.ts';
import { keyOf } from '#shared/operators/items.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Expression, Part, Table } from '#shared/store/table.ts';

export type DevUsers = ReturnType<typeof devUsersIn>;

export const operatorRoles = ['read', 'write'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** A user's account with the same e-mail is another account. */
export type DevUser = {
  /** Operators' IDs are at least 1, grow with time and have 53 bits. */
  id: number;
  email: string;
  fullName: string | null;
  passwordHash: string;
  isActive: boolean;
  /** The time is ISO 8601 UTC. */
  createdAt: string;
  /** Accounts from before roles are read-only. */
  role?: OperatorRole;
  /** Tokens of sign-ins before this time (epoch milliseconds) are rejected. */
  tokensValidAfter?: number;
  mfa?: Mfa | null;
  pendingMfa?: PendingMfa | null;
  isListed?: boolean;
  knownNetworks?: KnownNetworks;
};

const nobody = 0;

export const devUsersIn = (table: Table) => ({
  /** Makes one strongly consistent read. */
  byId: (devUserId: number): Promise<DevUser | null> => table.get<Item & DevUser>(keyOf.devUser(devUserId), { consistent: true }),

  /** Two strongly consistent reads hide whether the e-mail exists. */
  async byEmail(email: string): Promise<DevUser | null> {
    const key = keyOf.devEmailClaim(email);
    const claim = await table.get<Item & { devUserId: number }>(key, { consistent: true });
    return this.byId(claim?.devUserId ?? nobody);
  },

  async create(devUser: DevUser, also: readonly Part[] = []): Promise<'created' | 'email_taken' | 'id_taken'> {
    const { id, email } = devUser;
    const condition = 'attribute_not_exists(pk)';
    const refusal = await refusalOf(
      table.transact([
        { put: { ...keyOf.devEmailClaim(email), kind: 'claim', devUserId: id }, condition },
        { put: { kind: 'dev_user', ...devUser, isListed: true, ...keyOf.devUser(id) }, condition },
        listPart(id),
        ...also,
      ]),
    );
    if (!refusal) return 'created';
    return refusal.part === 0 ? 'email_taken' : 'id_taken';
  },

  /** Makes two reads, and more for over 100 accounts. */
  async all(): Promise<DevUser[]> {
    const { pk } = keyOf.listedDevUser(0);
    const keys: Key[] = [];
    for await (const { devUserId } of table.query<Item & { devUserId: number }>(pk, ['DEVUSER#', 'DEVUSER#~'], {
      consistent: true,
    }))
      keys.push(keyOf.devUser(devUserId));
    const items = await table.getMany<Item & DevUser>(keys, { consistent: true });
    return items.sort((a, b) => a.id - b.id);
  },

  mayWritePart: (devUserId: number): Part => ({
    check: keyOf.devUser(devUserId),
    condition: '#isActive = :active AND #role = :write',
    names: { '#isActive': 'isActive', '#role': 'role' },
    values: { ':active': true, ':write': 'write' },
  }),

  async change(
    { id, isListed }: Pick<DevUser, 'id' | 'isListed'>,
    changes: DevUserChanges,
    { condition, names, values, also = [] }: Expression & { condition?: string; also?: readonly Part[] } = {},
  ): Promise<boolean> {
    const set = Object.entries({ ...changes, isListed: true });
    const change: Part = {
      key: keyOf.devUser(id),
      update: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}`,
      condition: condition ? `attribute_exists(pk) AND ${condition}` : 'attribute_exists(pk)',
      names: { ...Object.fromEntries(set.map(([name]) => [`#${name}`, name])), ...names },
      values: { ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])), ...values },
    };
    return await tookEffect(table.transact([change, ...(isListed ? [] : [listPart(id)]), ...also]));
  },
});

export type DevUserChanges = Partial<Omit<DevUser, 'id' | 'email' | 'createdAt'>>;

const listPart = (devUserId: number): Part => ({
  put: { ...keyOf.listedDevUser(devUserId), kind: 'listed_dev_user', devUserId },
});
