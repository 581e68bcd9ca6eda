import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';
import { longDay } from '#shared/values/mail-time.ts';

export const rules = {
  coverage_low: {
    kind: 'lifecycle',
    toUnverified: 'limited',
    asks: 'A reconciliation of orders',
    limit: 'One for each reconciliation',
  },
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  coverage_low: ({ from = '', to = '', orders = '', arrived = '', coverage = '', bound = '' }) => ({
    subject: coverage ? `Only ${coverage} of your orders arrived` : 'Some of your orders did not arrive',
    paragraphs: [
      coverage
        ? `You uploaded the orders from ${longDay(from)} to ${longDay(to)}. Of ${orders} orders, ${arrived} arrived as events: ${coverage}, under your bound of ${bound}.`
        : 'You uploaded the orders of your shop, and fewer than your bound arrived as events. Sign in to read the figures.',
      'The reconciliation lists the missing orders, with the reason for each rejected attempt. It can send the missing orders from your file.',
    ],
    first: 'dashboard',
    reason: 'You are receiving this e-mail because you reconcile the orders of your shop with adtrail.',
  }),
};

export const samples: MailSamples<typeof rules> = {
  coverage_low: { from: '2026-11-01', to: '2026-11-20', orders: '1000', arrived: '863', coverage: '86.3 %', bound: '90 %' },
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
