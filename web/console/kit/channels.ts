/** Paid channels are `true`. A channel of the API that is missing here fails the type check. */
const channels = {
  assistant_paid: true,
  display: true,
  paid_search: true,
  paid_social: true,
  paid_video: true,
  paid_shopping: true,
  paid_other: true,
  email: false,
  affiliate: false,
  sms: false,
  push: false,
  audio: false,
  assistant_organic: false,
  organic_search: false,
  organic_social: false,
  organic_video: false,
  organic_shopping: false,
  other_campaign: false,
  referral: false,
  direct: false,
  unknown: false,
} as const;
export type Channel = keyof typeof channels;

export const channelNames = Object.keys(channels) as Channel[];
export const isChannel = (text: unknown): text is Channel => channelNames.some((name) => name === text);
export const isPaid = (channel: Channel): boolean => channels[channel];

export const channelTitle = (channel: string): string =>
  channel === 'sms' ? 'SMS' : (channel[0]?.toUpperCase() ?? '') + channel.slice(1).replaceAll('_', ' ');
