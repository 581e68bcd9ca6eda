import type { CodePurpose } from '#shared/accounts/rules/codes.ts';
import type { Mail } from './mailer.ts';
import { type Block, page, plainText } from './page.ts';

/** What mails carry codes for; a phone's come by messaging app. */
export type MailedPurpose = Exclude<CodePurpose, 'phone'>;

const words: Record<MailedPurpose, { subject: string; what: string }> = {
  registration: {
    subject: 'Confirm your e-mail address',
    what: 'Somebody, we hope you, is making an adtrail account with this address. To go on, enter this code on the page that asked for it:',
  },
  reset: {
    subject: 'Reset your password',
    what: 'Somebody, we hope you, wants to set a new password for the adtrail account with this address. To go on, enter this code on the page that asked for it:',
  },
  email_change: {
    subject: 'Confirm your new e-mail address',
    what: 'Somebody, we hope you, wants to change the e-mail address of an adtrail account to this one. To confirm it, enter this code on the page that asked for it:',
  },
  salesdeck: {
    subject: 'Your access to the sales deck',
    what: 'Somebody, we hope you, wants to open the sales deck with this address. To go on, enter this code on the page that asked for it:',
  },
};

/** A one-time code in a mail. It stands in the body alone, past what a lock screen shows of a mail. */
export function codeMail(to: string, purpose: MailedPurpose, code: string): Mail {
  const { subject, what } = words[purpose];
  const blocks: Block[] = [
    what,
    { code },
    'It works once, for ten minutes. Only the newest code works.',
    'We never ask for it by phone, chat or mail. If it was not you, do nothing: without the code nothing happens.',
  ];
  return { to, subject, text: plainText(blocks), html: page(subject, blocks), kind: 'transactional' };
}
