import type { Effect } from '#shared/domain/effects.ts';
import type { User } from '#shared/domain/users.ts';
import type { Mail } from '#shared/ports/mailer.ts';
import { page } from './page.ts';

type Words = { subject: string; paragraphs: string[] };

const templates: Record<Effect['template'], (data: Record<string, string>) => Words> = {
  secret_key_issued: ({ name = '', ending = '', at = '' }) => ({
    subject: 'A new Conversion API key was issued',
    paragraphs: [
      `The secret key “${name}” (ending in ${ending}) was issued for your account on ${at}.`,
      'If this was not you, revoke the key at once and change your password.',
    ],
  }),
  secret_key_revoked: ({ name = '', ending = '', at = '' }) => ({
    subject: 'A Conversion API key was revoked',
    paragraphs: [
      `The secret key “${name}” (ending in ${ending}) was revoked on ${at}. It stops working within a minute.`,
      'If this was not you, change your password and issue a new key.',
    ],
  }),
  secret_key_rotated: ({ name = '', ending = '', at = '', previous_ends = '' }) => ({
    subject: 'A Conversion API key was rotated',
    paragraphs: [
      `The key “${name}” was given a new secret (ending in ${ending}) on ${at}.`,
      previous_ends
        ? `Its earlier secret works until ${previous_ends}; until then, give every server the new one.`
        : 'Its earlier secrets stop working within a minute.',
      'If this was not you, revoke the key at once and change your password.',
    ],
  }),
  secret_key_exposed: ({ name = '', ending = '', at = '', origin = '' }) => ({
    subject: 'A secret Conversion API key is used in a browser',
    paragraphs: [
      `On ${at} an event came with the secret key “${name}” (ending in ${ending}) from a web page${origin && ` of ${origin}`}: the request named an Origin, as browsers do. It was accepted as always.`,
      'Whoever opens that page can read the key and send events in your name. Take it out of the page, send events from your server, and rotate the key without a grace period.',
      'We say this at most once a day for each key.',
    ],
  }),
};

/** A mail effect in words, for its receiver. */
export function mailOf(
  { template, data }: Effect,
  { email, fullName }: Pick<User, 'email' | 'fullName'>,
): Mail {
  const { subject, paragraphs } = templates[template](data);
  const greeting = fullName ? `Hello ${fullName},` : 'Hello,';
  return {
    to: email,
    subject,
    text: [greeting, ...paragraphs, 'adtrail'].join('\n\n'),
    html: page(subject, [greeting, ...paragraphs]),
  };
}
