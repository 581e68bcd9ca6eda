import { log } from '#shared/log.ts';
import { keyOf } from '#shared/mail/items.ts';
import type { MailTemplate } from '#shared/messages/mail-templates.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import type { UserId } from '#shared/values/tenant.ts';

export const mailOutcomes = [
  'sent',
  'failed',
  'unknown',
  'inactive',
  'not_verified',
  'no_mailbox',
  'suppressed',
  'unsubscribed',
  'unverified_mail',
  'paid',
  'sent_today',
  'unwanted',
  'expired',
] as const;
/** The provider may have accepted an `unknown` mail. */
export type MailOutcome = (typeof mailOutcomes)[number];

/** The account's owner does not see these mails. A mail to another address could reveal that the address has an account. */
export const hiddenTemplates = ['verification_code', 'reset_code', 'email_change_code', 'email_taken'] as const;

export type LoggedMail = { id: string; at: string; template: string; outcome: MailOutcome };

type NotedMail = { id: string; template: MailTemplate | (typeof hiddenTemplates)[number]; outcome: MailOutcome };

const keptDays = 90;
const maxMails = 1000;

export type MailLog = ReturnType<typeof mailLogIn>;

/** The log never contains a text, a code or an address. */
export const mailLogIn = (table: Table, { now }: { now: () => number }) => ({
  async note(userId: UserId, { id, template, outcome }: NotedMail): Promise<void> {
    const at = new Date(now()).toISOString();
    const ttl = Math.ceil(now() / 1000) + daysInSeconds(keptDays);
    const item = { ...keyOf.loggedMail(userId, id), kind: 'logged_mail', id, at, template, outcome, ttl };
    await table.put(item).catch((error: Error) => log.warn('mail not noted', { effect: id, error }));
  },

  async latest(userId: UserId, most: number): Promise<LoggedMail[]> {
    const { pk } = keyOf.loggedMail(userId, '');
    const mails: LoggedMail[] = [];
    for await (const mail of table.query<Item & LoggedMail>(pk, [' ', afterPrefix('')])) {
      mails.push(mail);
      if (mails.length === maxMails) break;
    }
    return mails.sort((a, b) => (a.at < b.at ? 1 : -1)).slice(0, most);
  },
});
