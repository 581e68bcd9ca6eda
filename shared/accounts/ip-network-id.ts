import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import type { Secrets } from '#shared/secrets.ts';

/** An address is personal data, so the stored name is a keyed hash. */
export type IpNetworkId = (address: string) => Promise<string>;

export const ipNetworkIdOf =
  (secrets: Pick<Secrets, 'mac'>): IpNetworkId =>
  async (address) =>
    (await secrets.mac(`network ${ipNetworkOf(address)}`)).slice(0, 20);
