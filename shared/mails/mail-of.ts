import type { EffectOf } from '#shared/domain/effects.ts';
import type { User } from '#shared/domain/users.ts';
import type { Mail } from '#shared/ports/mailer.ts';
import { page, plainText } from './page.ts';

type Words = { subject: string; paragraphs: string[] };

const templates: Record<EffectOf<'mail'>['template'], (data: Record<string, string>) => Words> = {
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
  password_removed: ({ at = '' }) => ({
    subject: 'The password of your account was removed',
    paragraphs: [
      `On ${at} you signed in with your identity provider. The account with this e-mail had a password, but nobody had ever shown that the address is theirs: somebody else may have made it.`,
      'That password does not work any more, and whoever was signed in with it is signed out. To have a password again, ask for a new one where you sign in.',
      'Look through the account and its API keys, and revoke every key that is not yours.',
    ],
  }),
  password_changed: ({ at = '' }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `On ${at} a new password was set for your account, with a code that we had sent to this address. Everybody who was signed in before is signed out.`,
      'If this was not you, somebody else can read your mail. Change the password of your mailbox first, then ask for a new one where you sign in to adtrail, and revoke every API key that is not yours.',
    ],
  }),
  welcome: () => ({
    subject: 'Welcome to adtrail',
    paragraphs: [
      'Your account is ready. It shows which of your ads bring customers, and what your competitors advertise.',
      'First, put the pixel on your landing pages: issue a public key in your account and paste the snippet that comes with it. From then on every click that arrives is known.',
      'Then send your sign-ups and purchases from your server to the Conversion API with a secret key. Each one is matched to the click it came from, and your reports fill within seconds.',
      'If you did not make this account, somebody may have mistyped their address: you need do nothing.',
    ],
  }),
};

/** A mail effect in words, for its receiver. */
export function mailOf(
  { template, data }: EffectOf<'mail'>,
  { email, fullName }: Pick<User, 'email' | 'fullName'>,
): Mail {
  const { subject, paragraphs } = templates[template](data);
  const blocks = [fullName ? `Hello ${fullName},` : 'Hello,', ...paragraphs];
  return { to: email, subject, text: plainText(blocks), html: page(subject, blocks) };
}
