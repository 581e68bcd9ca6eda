import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';

const security = {
  kind: 'transactional',
  toUnverified: 'limited',
  asks: 'The change that it reports',
  limit: 'None',
} as const;

export const rules = {
  welcome: {
    kind: 'lifecycle',
    toUnverified: 'waits',
    asks: 'The verification of the address',
    limit: 'Once',
  },
  password_removed: security,
  identity_linked: security,
  password_changed: { ...security, toDeleted: true },
  password_changed_by_owner: security,
  email_changed: security,
  email_changed_from: security,
  phone_changed: security,
  mfa_enabled: security,
  mfa_disabled: security,
  account_deletion_requested: { ...security, toDeleted: true },
  account_restored: security,
  account_recovered: { ...security, toDeleted: true },
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  welcome: () => ({
    subject: 'Welcome to adtrail',
    paragraphs: [
      'Your account is ready. It shows which of your ads bring customers, and what your competitors advertise.',
      'First, put the pixel on your landing pages: create a public key in your account and paste its snippet. From then on every ad click is recorded.',
      'Then send your sign-ups and purchases from your server to the Conversion API with a secret key. Each one is matched to its ad click, and your reports update within seconds.',
      'If you did not create this account, someone may have mistyped their address: you can ignore this e-mail.',
    ],
    first: 'dashboard',
  }),
  password_removed: ({ at = '' }) => ({
    subject: 'The password of your account was removed',
    paragraphs: [
      `On ${at} you signed in with your identity provider. The account with this e-mail had a password, but the address had never been verified, so someone else may have created the account.`,
      'That password no longer works, and every session that used it has ended. To set a new password, request one where you sign in.',
      'Its API keys were revoked for the same reason. Review the account, then create new keys.',
    ],
  }),
  identity_linked: ({ at = '' }, { help }) => ({
    subject: 'An identity-provider sign-in was added to your account',
    paragraphs: [
      `On ${at} someone signed in to your account with an identity provider for the first time. From now on that identity can sign in too.`,
      `If this was not you, someone else can read your e-mail or uses your account at the identity provider. Secure both, change your password here, and ${help}.`,
    ],
  }),
  password_changed: ({ at = '', keys_revoked = '' }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `On ${at} a new password was set for your account with a code that we sent to this address. All earlier sessions have ended.`,
      ...(keys_revoked
        ? [
            'This address had not been verified before, so someone else may have created the account. All its API keys were revoked. Create new ones if you use the Conversion API or the pixel.',
          ]
        : []),
      'If this was not you, someone else can read your e-mail. Change the password of your mailbox first, then request a new one where you sign in to adtrail, and revoke every API key that is not yours.',
    ],
  }),
  password_changed_by_owner: ({ at = '' }) => ({
    subject: 'Your password was changed',
    paragraphs: [
      `On ${at} the password of your account was changed by someone who was signed in and knew the current password. Every other session has ended.`,
      'If this was not you, request a new password where you sign in to adtrail, and revoke every API key that is not yours.',
    ],
  }),
  email_changed: ({ at = '' }, { help }) => ({
    subject: 'This is now the e-mail address of your account',
    paragraphs: [
      `On ${at} the e-mail address of your adtrail account was changed to this one. Sign in with it from now on.`,
      `If this was not you, ${help}.`,
    ],
  }),
  email_changed_from: ({ at = '', new_email = '' }, { help }) => ({
    subject: 'The e-mail address of your account was changed',
    paragraphs: [
      `On ${at} the e-mail address of your adtrail account was changed from this one to ${new_email}. You can no longer sign in with this address.`,
      `The change was made by someone who was signed in and knew the password. If this was not you, ${help} at once.`,
    ],
  }),
  phone_changed: ({ at = '', ending = '' }, { help }) => ({
    subject: 'The phone number of your account was changed',
    paragraphs: [
      `On ${at} the phone number of your adtrail account was changed to the one ending in ${ending}.`,
      `The change was made by someone who was signed in and knew the password. If this was not you, request a new password where you sign in to adtrail, and ${help}.`,
    ],
  }),
  mfa_enabled: ({ at = '' }, { help }) => ({
    subject: 'Two-step sign-in is enabled',
    paragraphs: [
      `On ${at} a second factor was added to your account. From now on every sign-in needs a code of your authenticator app, or one of your recovery codes.`,
      `If this was not you, ${help} at once.`,
    ],
  }),
  mfa_disabled: ({ at = '' }, { help }) => ({
    subject: 'Two-step sign-in is disabled',
    paragraphs: [
      `On ${at} the second factor was removed from your account. Sign-ins no longer need a code.`,
      `If this was not you, request a new password where you sign in to adtrail, end the other sessions, and ${help}.`,
    ],
  }),
  account_deletion_requested: ({ at = '', erase_at = '' }) => ({
    subject: 'Your account was deleted',
    paragraphs: [
      `Your adtrail account was deleted on ${at}. Its API keys and webhook endpoints are suspended. It will be erased on ${erase_at} with everything that belongs to it.`,
      'Until then you can restore it, with its API keys, webhook endpoints and sessions: sign in, and choose to restore the account.',
      'If this was not you, restore the account and change its password.',
    ],
  }),
  account_restored: ({ at = '' }, { help }) => ({
    subject: 'Your account was restored',
    paragraphs: [
      `Your deleted adtrail account was restored on ${at}. Its API keys and webhook endpoints work again within a minute, and its sessions work now. You are in no team any more: ask the holder of the licence for another invitation.`,
      `If this was not you, change your password and ${help}.`,
    ],
  }),
  account_recovered: ({ at = '', by = '', ended = '', to_confirm = '' }) => ({
    subject: 'Your account was recovered, and what was made before has ended',
    paragraphs: [
      by === 'identity'
        ? `On ${at} you signed in with your identity provider. The address of your account had never been verified, so someone else may have created the account. Its earlier password no longer works.`
        : `On ${at} a new password was set for your account with a code that we sent to this address. The address had never been verified before, so someone else may have created the account.`,
      'Every earlier session has ended, and a second factor from before was removed.',
      ...(ended
        ? [
            'These things were made before and have ended, so that they send no data to someone else:',
            ...ended.split('\n').map((line) => `• ${line}`),
          ]
        : ['There were no API keys, webhook endpoints, exports or team members to end.']),
      ...(to_confirm ? [`These settings were made before and stay: ${to_confirm}. Check them in the console under Account.`] : []),
      'Create new API keys for your servers and pages if you use the Conversion API or the pixel. If this was not you, someone else can read your e-mail: change the password of your mailbox first.',
    ],
  }),
};

const at = '2026-11-21 09:30 UTC';
export const samples: MailSamples<typeof rules> = {
  welcome: {},
  password_removed: { at },
  identity_linked: { at },
  password_changed: { at, keys_revoked: 'yes' },
  password_changed_by_owner: { at },
  email_changed: { at },
  email_changed_from: { at, new_email: 'g…@northwind.example' },
  phone_changed: { at, ending: 'x7Kq' },
  mfa_enabled: { at },
  mfa_disabled: { at },
  account_deletion_requested: { at, erase_at: '2026-12-21 09:30 UTC' },
  account_restored: { at },
  account_recovered: {
    at,
    by: 'reset',
    ended: 'API key sk_test_…x7Kq, of 2026-11-20\nWebhook endpoint whe_3vJm8Q2dLr6sTn0pXc5yBk, of 2026-11-20',
    to_confirm: 'company_website, settings of the pixel pk_live_3vJm8Q2dLr6sTn0pXc5yBk',
  },
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
