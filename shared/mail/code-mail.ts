import type { CodePurpose } from '#shared/accounts/codes/rules/codes.ts';
import type { Mail } from './mailer.ts';
import { type Block, page, plainText } from './page.ts';

export type MailedPurpose = Exclude<CodePurpose, 'phone'>;

const words: Record<MailedPurpose, { subject: string; what: string }> = {
  registration: {
    subject: 'Confirm your e-mail address',
    what: 'Someone, hopefully you, is creating an adtrail account with this address. To continue, enter this code on the page that asked for it:',
  },
  reset: {
    subject: 'Reset your password',
    what: 'Someone, hopefully you, wants to set a new password for the adtrail account with this address. To continue, enter this code on the page that asked for it:',
  },
  email_change: {
    subject: 'Confirm your new e-mail address',
    what: 'Someone, hopefully you, wants to change the e-mail address of an adtrail account to this one. To confirm it, enter this code on the page that asked for it:',
  },
  salesdeck: {
    subject: 'Your access to the sales deck',
    what: 'Someone, hopefully you, wants to open the sales deck with this address. To continue, enter this code on the page that asked for it:',
  },
};

/** A lock screen shows a mail's first part, so a sentence precedes the code. */
export function codeMail(to: string, purpose: MailedPurpose, code: string): Mail {
  const { subject, what } = words[purpose];
  const blocks: Block[] = [
    what,
    { code },
    'It works once, for ten minutes. Only the newest code works.',
    'We never ask for it by phone, chat or e-mail. If it was not you, ignore this e-mail: nothing happens without the code.',
  ];
  return { to, subject, text: plainText(blocks), html: page(subject, blocks), kind: 'transactional' };
}
