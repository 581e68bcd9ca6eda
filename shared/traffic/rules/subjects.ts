import { type Click, isTagged } from '#shared/conversions/rules/attribution.ts';
import { sha256 } from '#shared/values/ids.ts';

type AdClick = Pick<Click, 'accountId' | 'environment' | 'campaign' | 'adGroup' | 'adId' | 'facts'>;

const digest = (parts: readonly unknown[]) => sha256(JSON.stringify(parts)).slice(0, 24);

export function networkAndAdOf({ accountId, environment, campaign, adGroup, adId, facts }: AdClick): string | null {
  const ipNetwork = facts?.network;
  if (!ipNetwork || !isTagged({ campaign })) return null;
  return `flood#${digest([accountId, environment, ipNetwork, campaign, adGroup, adId])}`;
}

/** The digest identifies a network only among the clicks of one ID. */
export const ipNetworkWithin = (subject: string, ipNetwork: string): string => digest([subject, ipNetwork]).slice(0, 8);
