import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';
import { longDay } from '#shared/values/mail-time.ts';

export const rules = {
  assistant_report: {
    kind: 'lifecycle',
    isBulk: true,
    toUnverified: 'limited',
    asks: 'The daily schedule',
    limit: 'One a day for each ad account',
    answer: '`toggleAssistantAds`: `report_email`',
  },
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  assistant_report: ({ account_id = '', day = '', headline = '', figures = '', problems = '' }) => ({
    subject: `Your assistant ads on ${longDay(day)}`,
    paragraphs: [
      ...(headline ? [headline] : []),
      figures || 'Your report is ready. Sign in to read it.',
      ...(problems ? [problems] : []),
      ...(figures ? ['Figures of recent days may still change a little, because the assistant keeps updating them.'] : []),
    ],
    first: 'dashboard',
    ...(figures && { report: { accountId: account_id, day } }),
    reason: 'You are receiving this e-mail because the daily report of your assistant ads is enabled.',
  }),
};

export const samples: MailSamples<typeof rules> = {
  assistant_report: {
    account_id: 'act_1',
    day: '2026-11-20',
    headline: 'More clicks for less: trail shoes carry the week.',
    figures: '412 clicks and 9 conversions for $231.40 on this day.',
    problems: '1 thing in the report needs your attention.',
  },
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
