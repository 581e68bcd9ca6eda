import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';

export const rules = {
  webhook_disabled: {
    kind: 'transactional',
    toUnverified: 'limited',
    asks: 'Failed deliveries',
    limit: 'One each time an endpoint is disabled',
  },
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  webhook_disabled: ({ url = '', at = '', since = '', reason = '' }) => ({
    subject: 'A webhook endpoint was disabled',
    paragraphs: [
      reason === 'gone'
        ? `On ${at} your webhook endpoint ${url} answered 410 Gone, so we disabled it.`
        : `Every delivery to your webhook endpoint ${url} has failed since ${since}, so we disabled it on ${at}.`,
      'We keep its events for 30 days. Repair the endpoint, enable it again in the console under Webhooks, and replay what was not delivered.',
    ],
  }),
};

export const samples: MailSamples<typeof rules> = {
  webhook_disabled: { url: 'https://shop.northwind.example/hooks/adtrail', at: '2026-11-21 09:30 UTC', since: '2026-11-20 07:12 UTC' },
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
