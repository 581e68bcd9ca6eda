import { type Click, isTagged } from '#shared/conversions/rules/attribution.ts';
import { sha256 } from '#shared/values/ids.ts';

type AdClick = Pick<Click, 'accountId' | 'environment' | 'campaign' | 'adGroup' | 'adId' | 'facts'>;

const digest = (parts: readonly unknown[]) => sha256(JSON.stringify(parts)).slice(0, 24);

export function networkAndAdOf({
  accountId,
  environment,
  campaign,
  adGroup,
  adId,
  facts,
}: AdClick): string | null {
  const network = facts?.network;
  if (!network || !isTagged({ campaign })) return null;
  return `flood#${digest([accountId, environment, network, campaign, adGroup, adId])}`;
}

/** The digest identifies a network only among the clicks of one ID. */
export const networkWithin = (subject: string, network: string): string =>
  digest([subject, network]).slice(0, 8);
