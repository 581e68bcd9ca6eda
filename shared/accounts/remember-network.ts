import type { AccountDeps } from '#shared/deps.ts';
import { type KnownNetworks, withNetwork } from '#shared/domain/known-networks.ts';
import type { User } from '#shared/domain/users.ts';
import { log } from '#shared/log.ts';

/** The networks of an account that is made by a request, which signs in too. */
export const firstNetwork = async (
  sourceIp: string,
  { networkId, now }: Pick<AccountDeps, 'networkId' | 'now'>,
): Promise<KnownNetworks> => ({ [await networkId(sourceIp)]: now() });

/** Records that a user signed in from a network. One write when the network is new or a day old, else none. */
export async function rememberNetwork(
  { id, knownNetworks: known }: Pick<User, 'id' | 'knownNetworks'>,
  network: string,
  { users, now }: Pick<AccountDeps, 'users' | 'now'>,
): Promise<void> {
  const knownNetworks = withNetwork(known, network, now());
  // A person with the right credentials is signed in, also when the store does not take this.
  if (knownNetworks)
    await users
      .change(id, { knownNetworks })
      .catch((error: Error) => log.warn('a sign-in network is not recorded', { error }));
}
