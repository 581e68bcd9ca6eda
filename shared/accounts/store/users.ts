import { keyOf } from '#shared/accounts/items.ts';
import { type SessionId, type SessionsOfUser, storedSessions } from '#shared/accounts/rules/user-sessions.ts';
import { type Identity, newAccount, type User } from '#shared/accounts/rules/users.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { type Item, withEffects } from '#shared/store/item.ts';
import { refusalOf, resultOrNull, tookEffect } from '#shared/store/store-errors.ts';
import type { Expression, Part, Table, Update } from '#shared/store/table.ts';
import { activeIndex } from '#shared/store/tables.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { UserId } from '#shared/values/tenant.ts';

export type Users = ReturnType<typeof usersIn>;

type UserItem = Item & User;
type Claim = Item & { userId: UserId };

const nobody = 0;

export const activeShards = Array.from({ length: 16 }, (_, shard) => shard);
const shardOf = (userId: UserId) => `ACTIVE#${userId % activeShards.length}`;

export type UserChanges = Partial<Omit<User, 'id' | 'createdAt' | 'email' | 'identity'>>;
export type ChangeOptions = {
  effects?: readonly Effect[];
  ended?: readonly SessionId[];
  condition?: string;
} & Expression;

export const usersIn = (table: Table) => ({
  /** The read is strongly consistent, so an ended session ends at once. */
  byId: (userId: UserId): Promise<User | null> => table.get<UserItem>(keyOf.user(userId), { consistent: true }),

  async byIds(userIds: readonly number[]): Promise<Map<number, User>> {
    const keys = [...new Set(userIds)].map(keyOf.user);
    const items = await table.getMany<UserItem>(keys, { consistent: true });
    return new Map(items.map((item) => [item.id, item]));
  },

  /** Two strongly consistent reads hide whether the normalised `email` exists. */
  async byEmail(email: string): Promise<User | null> {
    const claim = await table.get<Claim>(keyOf.emailClaim(email), { consistent: true });
    return this.byId(claim?.userId ?? nobody);
  },

  /** The e-mails of inactive accounts count as taken. Makes one strongly consistent read. */
  isTaken: async (email: string): Promise<boolean> => (await table.get(keyOf.emailClaim(email), { consistent: true })) !== null,

  async byIdentity(identity: Identity): Promise<User | null> {
    const claim = await table.get<Claim>(keyOf.identityClaim(digestOf(identity)), { consistent: true });
    return claim ? this.byId(claim.userId) : null;
  },

  async create(
    user: User,
    { effects = [], also = [] }: { effects?: readonly Effect[]; also?: readonly Part[] } = {},
  ): Promise<'created' | 'email_taken' | 'identity_taken' | 'id_taken' | 'refused'> {
    const parts: (readonly [Part, 'email_taken' | 'identity_taken' | 'id_taken'])[] = [
      [claimOf(keyOf.emailClaim(user.email), user.id), 'email_taken'],
      ...(user.identity ? [[claimOf(keyOf.identityClaim(digestOf(user.identity)), user.id), 'identity_taken'] as const] : []),
      [{ put: itemOf(user, effects), condition: 'attribute_not_exists(pk)' }, 'id_taken'],
    ];
    const refusal = await refusalOf(table.transact([...parts.map(([part]) => part), ...also]));
    return refusal ? (parts[refusal.part]?.[1] ?? 'refused') : 'created';
  },

  change: (userId: UserId, changes: UserChanges, options: ChangeOptions = {}): Promise<User | null> =>
    resultOrNull(table.update<UserItem>(changeOf(userId, changes, options))),

  changePart: changeOf,

  async transactOrConflict(parts: readonly Part[]): Promise<boolean> {
    return await tookEffect(table.transact(parts));
  },

  erasedItem: (userId: UserId, { createdAt, erasedAt }: { createdAt: string; erasedAt: string }): Item =>
    itemOf(
      {
        ...newAccount({ id: userId, email: `erased_${userId}@erased.invalid`, createdAt }),
        isActive: false,
        erasedAt,
      },
      [],
    ),

  activePart: (userId: UserId): Part => ({
    check: keyOf.user(userId),
    condition: 'isActive = :active',
    values: { ':active': true },
  }),

  bindParts: (
    user: User,
    identity: Identity,
    { changes, effects, ended }: { changes: UserChanges; effects: readonly Effect[]; ended: readonly SessionId[] },
  ): Part[] => [
    claimOf(keyOf.identityClaim(digestOf(identity)), user.id),
    changeOf(user.id, { ...changes, identity, emailVerified: true } as UserChanges, {
      effects,
      ended,
      condition: '#identity = :none AND #isActive = :yes AND #email = :email AND #emailVerified = :was',
      names: { '#isActive': 'isActive', '#email': 'email' },
      values: { ':none': null, ':yes': true, ':email': user.email, ':was': user.emailVerified },
    }),
  ],

  moveEmailParts: (
    user: User,
    { email, generation }: { email: string; generation?: string },
    { changes, effects }: { changes?: UserChanges; effects?: readonly Effect[] },
  ): Part[] => [
    claimOf(keyOf.emailClaim(email), user.id),
    unclaim(keyOf.emailClaim(user.email), user.id),
    changeOf(user.id, { ...changes, email, emailVerified: true, pendingEmail: null } as UserChanges, {
      ...(effects && { effects }),
      condition: `#isActive = :active AND #email = :email_was${generation === undefined ? '' : ' AND #pendingEmail.#generation = :generation'}`,
      names: { '#isActive': 'isActive', ...(generation !== undefined && { '#generation': 'generation' }) },
      values: {
        ':active': true,
        ':email_was': user.email,
        ...(generation !== undefined && { ':generation': generation }),
      },
    }),
  ],

  releaseParts: (
    user: User,
    email: string,
    { changes, sessions, effects }: { changes: UserChanges; sessions: SessionsOfUser; effects: readonly Effect[] },
  ): Part[] => [
    claimOf(keyOf.emailClaim(email), user.id),
    unclaim(keyOf.emailClaim(user.email), user.id),
    ...(user.identity ? [unclaim(keyOf.identityClaim(digestOf(user.identity)), user.id)] : []),
    changeOf(
      user.id,
      {
        ...changes,
        ...sessions,
        email,
        identity: null,
        knownNetworks: {},
        ...(user.pendingEmail && { pendingEmail: null }),
      } as UserChanges,
      {
        effects,
        ended: storedSessions(user).filter((id) => !(id in sessions)),
        condition: [
          '#email = :email_was AND #identity = :identity_was',
          // A session that ended in parallel must not be written again.
          ...Object.keys(sessions).map((id) => `attribute_exists(#${id})`),
        ].join(' AND '),
        values: { ':email_was': user.email, ':identity_was': user.identity },
      },
    ),
  ],

  reclaimParts: (
    user: User,
    { email, identity }: { email: string; identity: Identity | null },
    { changes, effects }: { changes: UserChanges; effects: readonly Effect[] },
  ): Part[] => [
    claimOf(keyOf.emailClaim(email), user.id),
    ...(identity ? [claimOf(keyOf.identityClaim(digestOf(identity)), user.id)] : []),
    unclaim(keyOf.emailClaim(user.email), user.id),
    changeOf(user.id, { ...changes, email, identity } as UserChanges, {
      effects,
      condition: '#email = :email_was',
      values: { ':email_was': user.email },
    }),
  ],

  /** Both ends (ISO 8601) are included. The read is eventually consistent. */
  async activePage(
    shard: number,
    { from = '', to = '\u{10ffff}', start, limit = 100 }: ActiveRange = {},
  ): Promise<{ ids: number[]; next: WireMap | undefined }> {
    const { items, next } = await table.indexPage(activeIndex, shardOf(shard), {
      from: from || ' ',
      to,
      start,
      limit,
    });
    return { ids: items.map(({ pk }) => Number(pk.slice('USER#'.length))), next };
  },
});

type ActiveRange = { from?: string; to?: string; start?: WireMap | undefined; limit?: number };

const digestOf = ({ issuer, subject }: Identity) => sha256(JSON.stringify([issuer, subject]));

const claimOf = (key: { pk: string; sk: string }, userId: UserId): Part => ({
  put: { ...key, kind: 'claim', userId },
  condition: 'attribute_not_exists(pk)',
});

const unclaim = (key: { pk: string; sk: string }, userId: UserId): Part => ({
  remove: key,
  condition: 'userId = :userId',
  values: { ':userId': userId },
});

const itemOf = (user: User, effects: readonly Effect[]): Item => ({
  ...keyOf.user(user.id),
  kind: 'user',
  ...user,
  ...(user.isActive && { activeShard: shardOf(user.id) }),
  ...withEffects(effects),
});

/** The effects of an earlier change were delivered with it, so they are not written again. */
function changeOf(
  userId: UserId,
  changes: UserChanges,
  { effects = [], ended = [], condition, names = {}, values = {} }: ChangeOptions = {},
): Update {
  const set: Record<string, unknown> = { ...changes };
  if (effects.length > 0) set.effects = JSON.stringify(effects);
  if (changes.isActive) set.activeShard = shardOf(userId);
  const setNames = Object.keys(set);
  const removed = [...(changes.isActive === false ? ['activeShard'] : []), ...ended];
  const clauses = [
    setNames.length > 0 && `SET ${setNames.map((name) => `#${name} = :${name}`).join(', ')}`,
    removed.length > 0 && `REMOVE ${removed.map((name) => `#${name}`).join(', ')}`,
  ];
  const all = { ...Object.fromEntries(setNames.map((name) => [`:${name}`, set[name]])), ...values };
  return {
    key: keyOf.user(userId),
    update: clauses.filter(Boolean).join(' '),
    condition: condition ? `attribute_exists(pk) AND (${condition})` : 'attribute_exists(pk)',
    names: { ...Object.fromEntries([...setNames, ...removed].map((name) => [`#${name}`, name])), ...names },
    ...(Object.keys(all).length > 0 && { values: all }),
  };
}
