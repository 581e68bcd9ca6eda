import type { Mail } from './mailer.ts';
import { page, plainText } from './page.ts';

const subject = 'Your address was entered for another account';

/** Replaces a code when a user wants to change an account's address to the address of another account. */
export function emailTakenMail(to: string): Mail {
  const blocks = [
    'Someone, perhaps you, wants to change the e-mail address of an adtrail account to this one. An adtrail account with this address already exists, so nothing was changed.',
    'If it was you, sign in with this address, or choose another one. If it was not you, ignore this e-mail.',
  ];
  return { to, subject, text: plainText(blocks), html: page(subject, blocks), kind: 'transactional' };
}
