import { networkOf } from '#shared/accounts/rules/ip-network.ts';
import type { Secrets } from '#shared/secrets.ts';

/** An address is personal data, so the stored name is a keyed hash. */
export type NetworkId = (address: string) => Promise<string>;

export const networkIdOf =
  (secrets: Pick<Secrets, 'mac'>): NetworkId =>
  async (address) =>
    (await secrets.mac(`network ${networkOf(address)}`)).slice(0, 20);
