import type { KnownNetworks } from '#shared/accounts/rules/known-networks.ts';
import type { Mfa, PendingMfa } from '#shared/accounts/rules/mfa.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { refusalOf, tookEffect } from '#shared/store/store-errors.ts';
import type { Expression, Part, Table } from '#shared/store/table.ts';

export type DevUsers = ReturnType<typeof devUsersIn>;

export const operatorRoles = ['read', 'write'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** An operator's account: apart from users' accounts, also with the same e-mail. */
export type DevUser = {
  /** As a user's id: at least 1, grows with time, fits in 53 bits. */
  id: number;
  /** As `normalizedEmail` writes it. */
  email: string;
  fullName: string | null;
  /** A PHC string. */
  passwordHash: string;
  isActive: boolean;
  /** ISO 8601 in UTC. */
  createdAt: string;
  /** Whether the operator may change things, or only read. Accounts from before roles existed may read. */
  role?: OperatorRole;
  /** Epoch milliseconds: tokens of sign-ins before, or under another value, are refused. */
  tokensValidAfter?: number;
  mfa?: Mfa | null;
  pendingMfa?: PendingMfa | null;
  /** Whether the list of operators holds it. */
  isListed?: boolean;
  /** Networks that the operator signed in from lately; older accounts have none. */
  knownNetworks?: KnownNetworks;
};

/** An id that no account has. */
const nobody = 0;

/** Operators' accounts, each with the claim on its e-mail. */
export const devUsersIn = (table: Table) => ({
  /** By one strongly consistent read. */
  byId: (devUserId: number): Promise<DevUser | null> =>
    table.get<Item & DevUser>(keyOf.devUser(devUserId), { consistent: true }),

  /** By two strongly consistent reads, known or not: what it costs does not tell. `email` is normalised. */
  async byEmail(email: string): Promise<DevUser | null> {
    const key = keyOf.devEmailClaim(email);
    const claim = await table.get<Item & { devUserId: number }>(key, { consistent: true });
    return this.byId(claim?.devUserId ?? nobody);
  },

  /** Makes the account and claims its e-mail, all or nothing, with whatever `also` says. */
  async create(
    devUser: DevUser,
    also: readonly Part[] = [],
  ): Promise<'created' | 'email_taken' | 'id_taken'> {
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

  /** Every account, the oldest first. Two reads, more for more than 100. */
  async all(): Promise<DevUser[]> {
    const { pk } = keyOf.listedDevUser(0);
    const keys: Key[] = [];
    for await (const { devUserId } of table.query<Item & { devUserId: number }>(
      pk,
      ['DEVUSER#', 'DEVUSER#~'],
      {
        consistent: true,
      },
    ))
      keys.push(keyOf.devUser(devUserId));
    const found = await table.getMany<Item & DevUser>(keys, { consistent: true });
    return found.sort((a, b) => a.id - b.id);
  },

  /** A step that fails when the operator is not active or may only read. */
  mayWritePart: (devUserId: number): Part => ({
    check: keyOf.devUser(devUserId),
    condition: '#isActive = :active AND #role = :write',
    names: { '#isActive': 'isActive', '#role': 'role' },
    values: { ':active': true, ':write': 'write' },
  }),

  /** Changes an account, with whatever `also` says: `false` when there is none, or a condition failed. */
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
    // Accounts from before the list existed enter it with their first change.
    return await tookEffect(table.transact([change, ...(isListed ? [] : [listPart(id)]), ...also]));
  },
});

/** What may be changed of an account. */
export type DevUserChanges = Partial<Omit<DevUser, 'id' | 'email' | 'createdAt'>>;

const listPart = (devUserId: number): Part => ({
  put: { ...keyOf.listedDevUser(devUserId), kind: 'listed_dev_user', devUserId },
});
