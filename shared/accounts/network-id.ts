import { networkOf } from '#shared/accounts/rules/network.ts';
import type { Secrets } from '#shared/secrets.ts';

/** The name that a caller's network has in the store: a keyed hash, since an address is personal data. */
export type NetworkId = (address: string) => Promise<string>;

export const networkIdOf =
  (secrets: Pick<Secrets, 'mac'>): NetworkId =>
  async (address) =>
    (await secrets.mac(`network ${networkOf(address)}`)).slice(0, 20);
