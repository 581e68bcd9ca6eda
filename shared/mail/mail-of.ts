import type { User } from '#shared/accounts/rules/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { bulkTypes, type LifecycleType, lifecycleTypes } from '#shared/messages/lifecycle-mails.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { greeting } from './greeting.ts';
import { helpFrom } from './help-from.ts';
import { lifecycleMail } from './lifecycle-mail.ts';
import { lifecycleWords } from './lifecycle-words.ts';
import { exportLinkDays, type MailLinks } from './mail-links.ts';
import type { Mail } from './mailer.ts';
import { type Block, page, plainText } from './page.ts';

type Words = { subject: string; paragraphs: string[] };

type Template = EffectOf<'mail'>['template'];

/** Users who unsubscribed still receive these required mails. */
const templates: Record<Exclude<Template, LifecycleType>, (data: Record<string, string>, help: string) => Words> = {
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
  event_id_conflict: ({ event_id = '', accepted_type = '', sent_type = '', fields = '', at = '' }) => ({
    subject: 'Conversion events are being lost: an event ID was reused',
    paragraphs: [
      !sent_type || accepted_type === sent_type
        ? `On ${at} the event ID “${event_id}” was sent again with a different ${fields}. Only the first event was stored.`
        : `On ${at} the event ID “${event_id}” was sent again for another event: it was accepted as ${accepted_type}, and the repeat was ${sent_type}. Only the first event was stored. The second is in no report.`,
      `Give every event its own ID, for example ${sent_type ? `${sent_type}:10017, ` : ''}the event type and your order number. Retries must repeat the same ID with the same content.`,
      'The event log lists every conflict: filter it by the outcome “conflict”. We send this e-mail at most once a day.',
    ],
  }),
  webhook_disabled: ({ url = '', at = '', since = '', reason = '' }) => ({
    subject: 'A webhook endpoint was disabled',
    paragraphs: [
      reason === 'gone'
        ? `On ${at} your webhook endpoint ${url} answered 410 Gone, so we disabled it.`
        : `Every delivery to your webhook endpoint ${url} has failed since ${since}, so we disabled it on ${at}.`,
      'We keep its events for 30 days. Repair the endpoint, enable it again in the console under Webhooks, and replay what was not delivered.',
    ],
  }),
  password_removed: ({ at = '' }) => ({
    subject: 'The password of your account was removed',
    paragraphs: [
      `On ${at} you signed in with your identity provider. The account with this e-mail had a password, but the address had never been verified, so someone else may have created the account.`,
      'That password no longer works, and every session that used it has ended. To set a new password, request one where you sign in.',
      'Its API keys were revoked for the same reason. Review the account, then create new keys.',
    ],
  }),
  identity_linked: ({ at = '' }, help) => ({
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
  email_changed: ({ at = '' }, help) => ({
    subject: 'This is now the e-mail address of your account',
    paragraphs: [
      `On ${at} the e-mail address of your adtrail account was changed to this one. Sign in with it from now on.`,
      `If this was not you, ${help}.`,
    ],
  }),
  email_changed_from: ({ at = '', new_email = '' }, help) => ({
    subject: 'The e-mail address of your account was changed',
    paragraphs: [
      `On ${at} the e-mail address of your adtrail account was changed from this one to ${new_email}. You can no longer sign in with this address.`,
      `The change was made by someone who was signed in and knew the password. If this was not you, ${help} at once.`,
    ],
  }),
  phone_changed: ({ at = '', ending = '' }, help) => ({
    subject: 'The phone number of your account was changed',
    paragraphs: [
      `On ${at} the phone number of your adtrail account was changed to the one ending in ${ending}.`,
      `The change was made by someone who was signed in and knew the password. If this was not you, request a new password where you sign in to adtrail, and ${help}.`,
    ],
  }),
  mfa_enabled: ({ at = '' }, help) => ({
    subject: 'Two-step sign-in is enabled',
    paragraphs: [
      `On ${at} a second factor was added to your account. From now on every sign-in needs a code of your authenticator app, or one of your recovery codes.`,
      `If this was not you, ${help} at once.`,
    ],
  }),
  mfa_disabled: ({ at = '' }, help) => ({
    subject: 'Two-step sign-in is disabled',
    paragraphs: [
      `On ${at} the second factor was removed from your account. Sign-ins no longer need a code.`,
      `If this was not you, request a new password where you sign in to adtrail, end the other sessions, and ${help}.`,
    ],
  }),
  mfa_removed_by_support: ({ at = '' }, help) => ({
    subject: 'Two-step sign-in was removed by our support team',
    paragraphs: [
      `On ${at} our support team removed the second factor from your account. Sign-ins no longer need a code.`,
      `If you did not request this, request a new password where you sign in to adtrail, set up two-step sign-in again, and ${help}.`,
    ],
  }),
  password_changed_by_support: ({ at = '' }, help) => ({
    subject: 'Your password was changed by our support team',
    paragraphs: [
      `On ${at} our support team set a new password for your account. All earlier sessions have ended.`,
      `If you did not request this, set your own password: request a new one where you sign in to adtrail. Then ${help}, and revoke every API key that is not yours.`,
    ],
  }),
  keys_revoked_by_support: ({ count = '', at = '' }, help) => ({
    subject: 'API keys of your account were revoked by our support team',
    paragraphs: [
      `On ${at} our support team revoked ${count === '1' ? 'one API key' : `${count} API keys`} of your account. Revoked keys stop working within a minute.`,
      `Create new keys for your servers and pages. If you do not know why this happened, ${help}.`,
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
  account_export_ready: ({ export_id }) => ({
    subject: 'The export of your data is ready',
    paragraphs: [
      export_id
        ? `Everything that belongs to your adtrail account is in one file. The link works for ${exportLinkDays} days. Anyone with the link can read the file: do not forward this e-mail.`
        : `Everything that belongs to your adtrail account is in one file. This address was never verified, so the link is not in this e-mail. Sign in to download the file within ${exportLinkDays} days.`,
      'If you did not request this, change your password.',
    ],
  }),
  account_restored: ({ at = '' }, help) => ({
    subject: 'Your account was restored',
    paragraphs: [
      `Your deleted adtrail account was restored on ${at}. Its API keys and webhook endpoints work again within a minute, and its sessions work now. You are in no team any more: ask the holder of the licence for another invitation.`,
      `If this was not you, change your password and ${help}.`,
    ],
  }),
  account_reactivated: ({ at = '', identity = '' }, help) => ({
    subject: 'Your account is active again',
    paragraphs: [
      `Our support team reactivated your adtrail account on ${at}. Its API keys and webhook endpoints work again within a minute, and its sessions work now. Sign in with this e-mail address.`,
      ...(identity === 'taken'
        ? ['Your sign-in with the identity provider belongs to another account by now, so this account does not have it any more.']
        : []),
      `If you do not know why this happened, ${help}.`,
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

export const noticeTemplates = Object.keys(templates) as (keyof typeof templates)[];

export const subjectOf = (template: Template, id: string): string =>
  isLifecycle(template) ? lifecycleWords[template]({ day: id.slice(-10) }).subject : templates[template]({}, '').subject;

export async function mailOf(
  { id, template, data }: EffectOf<'mail'>,
  user: Pick<User, 'id' | 'email' | 'emailVerified' | 'fullName'>,
  links: Pick<MailLinks, 'clickUrl' | 'unsubscribeUrl' | 'reportUrl' | 'exportUrl'>,
  supportEmail: string,
): Promise<Mail> {
  const shownData = user.emailVerified ? data : dataForStrangers(data);
  if (isLifecycle(template)) return lifecycleMail({ type: template, id, data: shownData }, user, links);
  const { subject, paragraphs } = templates[template](shownData, helpFrom(supportEmail));
  const blocks: Block[] = [greeting(user), ...paragraphs];
  if (template === 'account_export_ready' && user.emailVerified) {
    const { export_id: exportId = '', completed_at = '' } = data;
    const exportFields = { userId: ownAccountOf(user.id), id: exportId, completedAt: Number(completed_at) };
    blocks.splice(2, 0, { button: { text: 'Download the file', href: await links.exportUrl(exportFields) } });
  }
  const [text, html] = [plainText(blocks), page(subject, blocks)];
  return { to: user.email, subject, text, html, kind: 'transactional' };
}

const ownWords = ['at', 'ending', 'previous_ends', 'keys_revoked', 'fields', 'erase_at', 'since', 'reason', 'count', 'account_id', 'day'];

/** An unverified address may be another person's, so its mails omit texts and figures. */
const dataForStrangers = (data: Record<string, string>): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(data).filter(([name]) => ownWords.includes(name))),
  ...Object.fromEntries(['name', 'event_id', 'url', 'new_email'].map((name) => [name, '…'])),
});

export const isLifecycle = (template: Template): template is LifecycleType => (lifecycleTypes as readonly Template[]).includes(template);

export const isBulk = (template: Template): boolean => (bulkTypes as readonly Template[]).includes(template);
