import * as accounts from '#shared/accounts/mails.ts';
import * as apiKeys from '#shared/api-keys/mails.ts';
import * as assistantAds from '#shared/assistant-ads/mails.ts';
import * as conversions from '#shared/conversions/mails.ts';
import * as credits from '#shared/credits/mails.ts';
import * as eventLog from '#shared/event-log/mails.ts';
import * as mail from '#shared/mail/mails.ts';
import type { MailData, MailRule, MailTemplate, MailTemplates, MailText } from '#shared/messages/mail-templates.ts';
import * as notifications from '#shared/notifications/mails.ts';
import * as operators from '#shared/operators/mails.ts';
import * as reconciliation from '#shared/reconciliation/mails.ts';
import * as spend from '#shared/spend/mails.ts';
import * as webhooks from '#shared/webhooks/mails.ts';

export const mailRules: Readonly<Record<MailTemplate, MailRule>> = {
  ...accounts.rules,
  ...apiKeys.rules,
  ...assistantAds.rules,
  ...conversions.rules,
  ...credits.rules,
  ...eventLog.rules,
  ...mail.rules,
  ...notifications.rules,
  ...operators.rules,
  ...reconciliation.rules,
  ...spend.rules,
  ...webhooks.rules,
};

export const mailWords: { readonly [T in MailTemplate]: MailText<MailTemplates[T]> } = {
  ...accounts.words,
  ...apiKeys.words,
  ...assistantAds.words,
  ...conversions.words,
  ...credits.words,
  ...eventLog.words,
  ...mail.words,
  ...notifications.words,
  ...operators.words,
  ...reconciliation.words,
  ...spend.words,
  ...webhooks.words,
};

export const mailSamples = (): Readonly<Record<MailTemplate, MailData>> => ({
  ...accounts.samples,
  ...apiKeys.samples,
  ...assistantAds.samples,
  ...conversions.samples,
  ...credits.samples,
  ...eventLog.samples,
  ...mail.samples,
  ...notifications.samples,
  ...operators.samples,
  ...reconciliation.samples,
  ...spend.samples,
  ...webhooks.samples,
});

export const mailTemplates = Object.keys(mailRules) as MailTemplate[];
