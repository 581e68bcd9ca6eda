import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';

const ofBalance = {
  kind: 'lifecycle',
  toUnverified: 'waits',
  asks: 'A change of the balance',
  limit: 'One for each change',
} as const;

export const rules = {
  low_credits: ofBalance,
  out_of_credits: ofBalance,
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  low_credits: ({ balance = '' }) => ({
    subject: 'Your credits are running low',
    paragraphs: [
      balance === '1' ? 'You have 1 credit left in adtrail.' : `You have ${balance || 'few'} credits left in adtrail.`,
      'Without credits, paid operations stop. Conversions and reports continue to work.',
    ],
    first: 'buy_credits',
  }),
  out_of_credits: () => ({
    subject: 'You have no credits left',
    paragraphs: [
      'Your last credit in adtrail is used.',
      'Paid operations are available again once you have credits. Conversions and reports continue to work.',
    ],
    first: 'buy_credits',
  }),
};

export const samples: MailSamples<typeof rules> = {
  low_credits: { balance: '2' },
  out_of_credits: {},
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
