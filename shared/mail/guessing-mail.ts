import type { Mail } from './mailer.ts';
import { page, plainText } from './page.ts';

const subject = 'Someone is guessing codes for your account';

export function guessingMail(to: string): Mail {
  const blocks = [
    'Someone entered many wrong codes for the adtrail account with this address today, so we stopped accepting codes from that network. Nothing in your account has changed.',
    'Your password still works. If you need a new password, request it from another network, or after midnight UTC.',
    'We never ask for a code by phone, chat or e-mail. We send this e-mail at most once a day.',
  ];
  return { to, subject, text: plainText(blocks), html: page(subject, blocks), kind: 'transactional' };
}
