import * as z from 'zod';
import { mailRefusals } from './can-send-mail.ts';

const reasons = [...mailRefusals, 'paid', 'sent_today'] as const;
export type UnscheduledReason = (typeof reasons)[number];

export const mailAnswerFields = {
  scheduled: z.boolean().meta({ description: 'Whether the e-mail is scheduled.' }),
  reason: z.enum(reasons).nullable().meta({
    description:
      'Why no e-mail is scheduled; `null` if one is. `inactive`: the account is not active. `not_verified`: the e-mail waits until the address is verified. `no_mailbox`: the account was created with a phone and has no e-mail address. `suppressed`: e-mail to the address bounced, or its owner complained. `unsubscribed`: the user has unsubscribed. `unverified_mail`: nobody verified the address, and it has had its five e-mails of the day. `paid`: the user has paid. `sent_today`: the user has already received a reminder today.',
  }),
};
export const MailAnswer = z.object(mailAnswerFields).meta({ id: 'ScheduledEmail' });

export const mailAnswerOf = (reason: UnscheduledReason | null) => ({ scheduled: reason === null, reason });
