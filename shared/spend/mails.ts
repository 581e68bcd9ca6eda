import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';
import { longDay } from '#shared/values/mail-time.ts';

const networkNames: Record<string, string> = {
  google_ads: 'Google Ads',
  meta: 'Meta',
  microsoft_ads: 'Microsoft Advertising',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  assistant: 'the assistant',
};
const networkName = (network: string) => (Object.hasOwn(networkNames, network) ? (networkNames[network] ?? network) : network);

export const rules = {
  spend_stopped: {
    kind: 'lifecycle',
    toUnverified: 'limited',
    asks: 'An import or a download of spend',
    limit: 'One for each ad account, until its spend returns',
  },
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  spend_stopped: ({ network = '', ad_account = '', last_day = '', spend = '', currency = '', stopped_on = '' }) => ({
    subject: network ? `No spend at ${networkName(network)} since ${longDay(stopped_on)}` : 'The spend of an ad account stopped',
    paragraphs: [
      network
        ? `The ad account ${ad_account} at ${networkName(network)} had spend on each of seven days, up to ${spend} ${currency} on ${longDay(last_day)}. Your newest import has none on ${longDay(stopped_on)}.`
        : 'An ad account had spend on each of seven days, and your newest import has none on a later day. Sign in to see which ad account.',
      'If you stopped these ads, there is nothing to do. If you did not, look for a declined payment, an ended budget or a refused ad at the network.',
      'This e-mail is sent once, until there is spend again.',
    ],
    first: 'dashboard',
    reason: 'You are receiving this e-mail because you import the spend of your ads into adtrail.',
  }),
};

export const samples: MailSamples<typeof rules> = {
  spend_stopped: {
    network: 'google_ads',
    ad_account: '123-456-7890',
    last_day: '2026-11-19',
    spend: '84.20',
    currency: 'USD',
    stopped_on: '2026-11-20',
  },
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
