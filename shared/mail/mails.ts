import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';

const code = { kind: 'transactional', toUnverified: 'always' } as const;
const direct = { kind: 'transactional', toUnverified: 'limited' } as const;
const sameForAll = 'The same for every address';

export const rules = {
  one_week_checkin: {
    kind: 'lifecycle',
    isBulk: true,
    toUnverified: 'waits',
    asks: 'The daily schedule, 7 to 14 days after the registration',
    limit: 'Once',
  },
} as const satisfies MailRules;

/** Codes, and mails to addresses that may have no account, are no effects. Their texts are in this folder. */
export const directRules = {
  code_registration: {
    ...code,
    asks: '`register`, `sendVerification`',
    limit: 'One a minute for each address',
    answer: '`register`: `verification_email`; `sendVerification`: 422 for an address that bounced or complained',
  },
  code_reset: { ...code, asks: '`forgotPassword`', limit: 'One a minute for each address', answer: sameForAll },
  code_email_change: {
    ...code,
    asks: '`changeEmail`',
    limit: 'One a minute for each address, 5 an hour for each account',
    answer: sameForAll,
  },
  code_salesdeck: {
    ...code,
    asks: '`sendDeckCode`',
    limit: 'One a minute for each address',
    answer: '422 for an address that bounced or complained',
  },
  email_change_taken: { ...direct, asks: '`changeEmail`', limit: 'As the code, in whose place it is sent', answer: sameForAll },
  guessing: { ...direct, asks: 'Too many wrong codes', limit: 'One a day for each account', answer: 'Nothing' },
  team_invitation: { ...direct, asks: '`inviteTeamMember`', limit: '5 a day for each address', answer: sameForAll },
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  one_week_checkin: () => ({
    subject: 'Your first week with adtrail',
    paragraphs: [
      'Your account is a week old. Three things are worth checking now:',
      '1. Does the pixel see visitors? The funnel in your dashboard shows what arrives, and what may be wrong if nothing does.',
      '2. Do your conversions find their clicks? The event log shows the reason for each one that does not.',
      '3. What do your competitors advertise? Compare their ads with yours.',
    ],
    first: 'dashboard',
  }),
};

export const samples: MailSamples<typeof rules> = {
  one_week_checkin: {},
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
