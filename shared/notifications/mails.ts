import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';

const reason = 'You are receiving this e-mail because you started something in adtrail and have not finished it.';

const reminder = {
  kind: 'lifecycle',
  toUnverified: 'limited',
  asks: '`scheduleNudge`',
  limit: 'One a day for each user',
  answer: '`scheduled`, `reason`',
} as const;

export const rules = {
  cart_abandoned: reminder,
  download_gate: reminder,
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  cart_abandoned: () => ({
    subject: 'Your credits are still waiting',
    paragraphs: [
      'You started to buy credits in adtrail but did not complete the purchase. Nothing was charged.',
      'If something went wrong, try again. It takes a minute.',
    ],
    first: 'buy_credits',
    reason,
  }),
  download_gate: () => ({
    subject: 'Your download is still waiting',
    paragraphs: [
      'You wanted to download something in adtrail that requires a plan.',
      'With credits in your account it is available at once, and so is everything else in the campaign studio.',
    ],
    first: 'buy_credits',
    reason,
  }),
};

export const samples: MailSamples<typeof rules> = {
  cart_abandoned: {},
  download_gate: {},
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
