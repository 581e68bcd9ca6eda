import type { Classified } from './classify.ts';

const byNetworkId = {
  assistant_paid: ['oppref'],
  paid_search: ['gclid', 'gbraid', 'wbraid', 'msclkid'],
  paid_social: ['ttclid', 'twclid', 'rdt_cid', 'ScCid'],
} as const;
const unlessUnpaid = ['fbclid', 'epik', 'li_fat_id'];

/**
 * Clicks from before channels were stored have no medium. A campaign makes such a click paid only with a
 * network's click ID.
 */
export function channelOfOlderClick({
  campaign,
  networkClickIds = {},
}: {
  campaign: string;
  networkClickIds?: Readonly<Record<string, string>>;
}): Classified {
  const has = (names: readonly string[]) => names.some((name) => name in networkClickIds);
  const paid = (channel: keyof typeof byNetworkId) => ({ channel, paid: true, rule: `${channel}@older` });
  for (const channel of Object.keys(byNetworkId) as (keyof typeof byNetworkId)[]) if (has(byNetworkId[channel])) return paid(channel);
  if (has(unlessUnpaid) && campaign) return paid('paid_social');
  return { channel: 'unknown', paid: false, rule: 'unknown' };
}
