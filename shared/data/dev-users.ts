import type { KnownNetworks } from '#shared/domain/known-networks.ts';
import { keyOf } from './keys.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Item, Part, Table } from './table.ts';

export type DevUsers = ReturnType<typeof devUsersIn>;

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
    try {
      await table.transact([
        { put: { ...keyOf.devEmailClaim(email), kind: 'claim', devUserId: id }, condition },
        { put: { kind: 'dev_user', ...devUser, ...keyOf.devUser(id) }, condition },
        ...also,
      ]);
      return 'created';
    } catch (error) {
      if (error instanceof ConditionFailed) return error.part === 0 ? 'email_taken' : 'id_taken';
      throw error;
    }
  },

  /** Sets the networks of an account that exists. */
  async setKnownNetworks(devUserId: number, known: KnownNetworks): Promise<void> {
    await table.update({
      key: keyOf.devUser(devUserId),
      update: 'SET knownNetworks = :known',
      condition: 'attribute_exists(pk)',
      values: { ':known': known },
    });
  },
});
