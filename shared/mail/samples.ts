import type { EffectOf } from '#shared/messages/effects.ts';
import { lifecycleTypes } from '#shared/messages/lifecycle-mails.ts';
import { codeMail } from './code-mail.ts';
import { emailTakenMail } from './email-taken-mail.ts';
import { guessingMail } from './guessing-mail.ts';
import { invitationMail } from './invitation-mail.ts';
import type { MailLinks } from './mail-links.ts';
import { mailOf, noticeTemplates } from './mail-of.ts';
import type { Mail } from './mailer.ts';
import type { MailedPurpose } from './rules/mail-rules.ts';

const ada = { id: 1, email: 'ada@northwind.example', emailVerified: true, fullName: 'Ada Example' };
const data = {
  name: 'Back end of the shop',
  ending: 'x7Kq',
  at: '2026-11-21 09:30 UTC',
  previous_ends: '2026-11-22 09:30 UTC',
  origin: 'https://shop.northwind.example',
  keys_revoked: 'yes',
  by: 'reset',
  ended: 'API key sk_test_…x7Kq, of 2026-11-20\nWebhook endpoint whe_3vJm8Q2dLr6sTn0pXc5yBk, of 2026-11-20',
  to_confirm: 'company_website, settings of the pixel pk_live_3vJm8Q2dLr6sTn0pXc5yBk',
  event_id: '10017',
  accepted_type: 'checkout_started',
  sent_type: 'order_created',
  fields: 'event_type, value',
  new_email: 'g…@northwind.example',
  count: '2',
  export_id: 'export_1',
  completed_at: '1795253400000',
  erase_at: '2026-12-21 09:30 UTC',
  url: 'https://shop.northwind.example/hooks/adtrail',
  since: '2026-11-20 07:12 UTC',
  balance: '2',
  account_id: 'act_1',
  day: '2026-11-20',
  headline: 'More clicks for less: trail shoes carry the week.',
  figures: '412 clicks and 9 conversions for $231.40 on this day.',
  network: 'google_ads',
  ad_account: '123-456-7890',
  last_day: '2026-11-19',
  spend: '84.20',
  from: '2026-11-01',
  to: '2026-11-20',
  orders: '1000',
  arrived: '863',
  coverage: '86.3 %',
  bound: '90 %',
  currency: 'USD',
  stopped_on: '2026-11-20',
  problems: '1 thing in the report needs your attention.',
};
const purposes: readonly MailedPurpose[] = ['registration', 'reset', 'salesdeck', 'email_change'];

export async function sampleMails(
  links: Pick<MailLinks, 'clickUrl' | 'unsubscribeUrl' | 'reportUrl' | 'invitationUrl' | 'exportUrl'>,
  supportEmail = '',
): Promise<Map<string, Mail>> {
  const effect = (template: EffectOf<'mail'>['template']): EffectOf<'mail'> => ({
    kind: 'mail',
    id: `${template}#1`,
    to_user: 1,
    template,
    data,
  });
  const mails = new Map<string, Mail>();
  for (const purpose of purposes) mails.set(`code_${purpose}`, codeMail(ada.email, purpose, '483920'));
  mails.set(
    'team_invitation',
    invitationMail({
      to: 'grace@northwind.example',
      holder: ada,
      link: await links.invitationUrl({ digest: '0', id: 'inv_1' }),
      expiresAt: '2026-11-28T09:30:00.000Z',
    }),
  );
  mails.set('guessing', guessingMail(ada.email));
  mails.set('email_change_taken', emailTakenMail(ada.email));
  for (const template of [...lifecycleTypes, ...noticeTemplates])
    mails.set(template, await mailOf(effect(template), ada, links, supportEmail));
  return mails;
}
