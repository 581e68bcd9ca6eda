export const networks = {
  google_ads: 'Google Ads',
  meta: 'Meta',
  microsoft_ads: 'Microsoft Advertising',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
} as const;
export type KnownNetwork = keyof typeof networks;

/** A report of spend can be imported from each of them. */
export const reportedNetworks = { ...networks, reddit: 'Reddit', pinterest: 'Pinterest' };
const titles: Record<string, string> = { ...reportedNetworks, assistant: 'Assistant', openai_ads: 'OpenAI Ads' };
export const networkTitle = (network: string): string => (Object.hasOwn(titles, network) ? (titles[network] ?? network) : network);

/** `default` is the account of requests that name no account. */
export const accountTitle = (account: string): string => (account === 'default' ? 'Default account' : account);

/** Reports of these networks have days in UTC, unless the ad account has another time zone. */
export const isInUtc = (network: string): boolean => network === 'tiktok' || network === 'linkedin';
