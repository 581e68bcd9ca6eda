import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';

const ofChange = {
  kind: 'transactional',
  toUnverified: 'limited',
  asks: 'The change that it reports',
  limit: '10 a day for each account',
} as const;

export const rules = {
  secret_key_issued: ofChange,
  secret_key_revoked: ofChange,
  secret_key_rotated: ofChange,
  secret_key_exposed: {
    kind: 'transactional',
    toUnverified: 'limited',
    asks: 'An event that was sent with the key',
    limit: 'One a day for each key',
  },
  secret_key_notices_paused: {
    kind: 'transactional',
    toUnverified: 'limited',
    asks: 'The eleventh change of a day',
    limit: 'One a day for each account',
  },
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  secret_key_issued: ({ name = '', ending = '', at = '' }) => ({
    subject: 'A new Conversion API key was created',
    paragraphs: [
      `The secret key “${name}” (ending in ${ending}) was created for your account on ${at}.`,
      'If this was not you, revoke the key immediately and change your password.',
    ],
  }),
  secret_key_revoked: ({ name = '', ending = '', at = '' }) => ({
    subject: 'A Conversion API key was revoked',
    paragraphs: [
      `The secret key “${name}” (ending in ${ending}) was revoked on ${at}. It stops working within a minute.`,
      'If this was not you, change your password and create a new key.',
    ],
  }),
  secret_key_rotated: ({ name = '', ending = '', at = '', previous_ends = '' }) => ({
    subject: 'A Conversion API key was rotated',
    paragraphs: [
      `The key “${name}” was given a new secret (ending in ${ending}) on ${at}.`,
      previous_ends
        ? `Its earlier secret works until ${previous_ends}; update every server to the new one before then.`
        : 'Its earlier secrets stop working within a minute.',
      'If this was not you, revoke the key immediately and change your password.',
    ],
  }),
  secret_key_exposed: ({ name = '', ending = '', at = '', origin = '' }) => ({
    subject: 'A secret Conversion API key is used in a browser',
    paragraphs: [
      `On ${at} an event was sent with the secret key “${name}” (ending in ${ending}) from a web page${origin && ` of ${origin}`}: the request had an Origin header, as requests of browsers do. It was accepted as usual.`,
      'Anyone who opens that page can read the key and send events in your name. Remove it from the page, send events from your server, and rotate the key without a grace period.',
      'We send this e-mail at most once a day for each key.',
    ],
  }),
  secret_key_notices_paused: ({ at = '' }) => ({
    subject: 'Many Conversion API keys were changed today',
    paragraphs: [
      `By ${at}, more than ten secret keys of your account were created, rotated or revoked within a day. We do not e-mail you about each further change today.`,
      'Review the list of your keys. If you did not make the changes, revoke the keys that you do not know and change your password.',
    ],
  }),
};

const at = '2026-11-21 09:30 UTC';
export const samples: MailSamples<typeof rules> = {
  secret_key_issued: { name: 'Back end of the shop', ending: 'x7Kq', at },
  secret_key_revoked: { name: 'Back end of the shop', ending: 'x7Kq', at },
  secret_key_rotated: { name: 'Back end of the shop', ending: 'x7Kq', at, previous_ends: '2026-11-22 09:30 UTC' },
  secret_key_exposed: { name: 'Back end of the shop', ending: 'x7Kq', at, origin: 'https://shop.northwind.example' },
  secret_key_notices_paused: { at },
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
