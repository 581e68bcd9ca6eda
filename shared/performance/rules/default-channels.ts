import type { Channel } from '#shared/clicks/rules/channels.ts';

const channelOfNetwork: Record<string, Channel> = {
  google_ads: 'paid_search',
  microsoft_ads: 'paid_search',
  meta: 'paid_social',
  tiktok: 'paid_social',
  linkedin: 'paid_social',
  assistant: 'assistant_paid',
};

/** Spend of a day without human clicks is on this channel. */
export const defaultChannelOf = (network: string): Channel => channelOfNetwork[network] ?? 'paid_other';
