/** The networks whose reports are recognised, and the assistant's own download. */
export const networks = {
  google_ads: 'Google Ads',
  meta: 'Meta',
  microsoft_ads: 'Microsoft Advertising',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
} as const;
export type KnownNetwork = keyof typeof networks;

const titles: Record<string, string> = { ...networks, assistant: 'Assistant' };
/** A word of the customer's own stays as it is. */
export const networkTitle = (network: string): string =>
  Object.hasOwn(titles, network) ? (titles[network] ?? network) : network;

/** `default` is the account that a request does not name. */
export const accountTitle = (account: string): string =>
  account === 'default' ? 'Default account' : account;

/** Reports of these networks have days of UTC, unless the ad account says otherwise. */
export const isInUtc = (network: string): boolean => network === 'tiktok' || network === 'linkedin';
