/** A channel is `true` if its clicks are paid. */
export const channels = {
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
  /** An older click is `unknown` if its stored fields allow no other channel. */
  unknown: false,
} as const satisfies Record<string, boolean>;

export type Channel = keyof typeof channels;
export const channelNames = Object.keys(channels) as [Channel, ...Channel[]];

export const isPaid = (channel: Channel): boolean => channels[channel];
