import type { MailKinds, MailRules, MailSamples, MailWords } from '#shared/messages/mail-templates.ts';

const security = {
  kind: 'transactional',
  toUnverified: 'limited',
  asks: 'The change that it reports',
  limit: 'None',
} as const;

export const rules = {
  password_changed_by_support: security,
  mfa_removed_by_support: security,
  keys_revoked_by_support: security,
  account_reactivated: security,
} as const satisfies MailRules;

export const words: MailWords<typeof rules> = {
  password_changed_by_support: ({ at = '' }, { help }) => ({
    subject: 'Your password was changed by our support team',
    paragraphs: [
      `On ${at} our support team set a new password for your account. All earlier sessions have ended.`,
      `If you did not request this, set your own password: request a new one where you sign in to adtrail. Then ${help}, and revoke every API key that is not yours.`,
    ],
  }),
  mfa_removed_by_support: ({ at = '' }, { help }) => ({
    subject: 'Two-step sign-in was removed by our support team',
    paragraphs: [
      `On ${at} our support team removed the second factor from your account. Sign-ins no longer need a code.`,
      `If you did not request this, request a new password where you sign in to adtrail, set up two-step sign-in again, and ${help}.`,
    ],
  }),
  keys_revoked_by_support: ({ count = '', at = '' }, { help }) => ({
    subject: 'API keys of your account were revoked by our support team',
    paragraphs: [
      `On ${at} our support team revoked ${count === '1' ? 'one API key' : `${count} API keys`} of your account. Revoked keys stop working within a minute.`,
      `Create new keys for your servers and pages. If you do not know why this happened, ${help}.`,
    ],
  }),
  account_reactivated: ({ at = '', identity = '' }, { help }) => ({
    subject: 'Your account is active again',
    paragraphs: [
      `Our support team reactivated your adtrail account on ${at}. Its API keys and webhook endpoints work again within a minute, and its sessions work now. Sign in with this e-mail address.`,
      ...(identity === 'taken'
        ? ['Your sign-in with the identity provider belongs to another account by now, so this account does not have it any more.']
        : []),
      `If you do not know why this happened, ${help}.`,
    ],
  }),
};

const at = '2026-11-21 09:30 UTC';
export const samples: MailSamples<typeof rules> = {
  password_changed_by_support: { at },
  mfa_removed_by_support: { at },
  keys_revoked_by_support: { count: '2', at },
  account_reactivated: { at },
};

declare module '#shared/messages/mail-templates.ts' {
  interface MailTemplates extends MailKinds<typeof rules> {}
}
