import type { CodePurpose } from '#shared/accounts/codes/rules/codes.ts';
import type { EffectOf } from '#shared/messages/effects.ts';

export type MailedPurpose = Exclude<CodePurpose, 'phone'>;

export type MailName = EffectOf<'mail'>['template'] | `code_${MailedPurpose}` | 'email_change_taken' | 'guessing' | 'team_invitation';

/** A mail with `waits` is sent after the address is verified. */
export type ToUnverified = 'always' | 'limited' | 'waits';

/** A test compares the mail rules with docs/api/notifications.md. */
export type MailRule = {
  toUnverified: ToUnverified;
  asks: string;
  limit: string;
  answer: string;
};

/** The daily limit covers all accounts of an unverified address and all mails except codes. */
export const unverifiedMailsADay = 5;

const rule = (toUnverified: ToUnverified, asks: string, limit: string, answer: string): MailRule => ({
  toUnverified,
  asks,
  limit,
  answer,
});

const inConsole = '`listEmails` shows the outcome';
const security = rule('limited', 'The change that it reports', 'None', inConsole);
const ofKey = rule('limited', 'The change that it reports', '10 a day for each account', inConsole);
const ofKeyUse = rule('limited', 'An event that was sent with the key', 'One a day for each key', inConsole);
const nudge = rule(...(['limited', '`scheduleNudge`', 'One a day for each user'] as const), '`scheduled`, `reason`');
const credits = rule('waits', 'A change of the balance', 'One for each change', inConsole);

export const mailRules: Readonly<Record<MailName, MailRule>> = {
  code_registration: rule(
    ...(['always', '`register`, `sendVerification`', 'One a minute for each address'] as const),
    '`register`: `verification_email`; `sendVerification`: 422 for an address that bounced or complained',
  ),
  code_reset: rule('always', '`forgotPassword`', 'One a minute for each address', 'The same for every address'),
  code_email_change: rule(
    ...(['always', '`changeEmail`', 'One a minute for each address, 5 an hour for each account'] as const),
    'The same for every address',
  ),
  code_salesdeck: rule(
    ...(['always', '`sendDeckCode`', 'One a minute for each address'] as const),
    '422 for an address that bounced or complained',
  ),
  email_change_taken: rule(
    ...(['limited', '`changeEmail`', 'As the code, in whose place it is sent'] as const),
    'The same for every address',
  ),
  guessing: rule('limited', 'Too many wrong codes', 'One a day for each account', 'Nothing'),
  team_invitation: rule(...(['limited', '`inviteTeamMember`', '5 a day for each address'] as const), 'The same for every address'),
  password_removed: security,
  identity_linked: security,
  password_changed: security,
  password_changed_by_owner: security,
  password_changed_by_support: security,
  email_changed: security,
  email_changed_from: security,
  phone_changed: security,
  mfa_enabled: security,
  mfa_disabled: security,
  mfa_removed_by_support: security,
  keys_revoked_by_support: security,
  account_deletion_requested: security,
  account_restored: security,
  account_recovered: security,
  account_reactivated: security,
  secret_key_issued: ofKey,
  secret_key_revoked: ofKey,
  secret_key_rotated: ofKey,
  secret_key_notices_paused: rule('limited', 'The eleventh change of a day', 'One a day for each account', inConsole),
  secret_key_exposed: ofKeyUse,
  event_id_conflict: rule('limited', 'A reused event ID', 'One a day for each account', inConsole),
  webhook_disabled: rule('limited', 'Failed deliveries', 'One each time an endpoint is disabled', inConsole),
  account_export_ready: rule('limited', '`exportAccount`', '3 a day for each account', '`email`'),
  cart_abandoned: nudge,
  download_gate: nudge,
  assistant_report: rule(
    ...(['limited', 'The daily schedule', 'One a day for each ad account'] as const),
    '`toggleAssistantAds`: `report_email`',
  ),
  spend_stopped: rule(
    ...(['limited', 'An import or a download of spend'] as const),
    'One for each ad account, until its spend returns',
    inConsole,
  ),
  coverage_low: rule(...(['limited', 'A reconciliation of orders'] as const), 'One for each reconciliation', inConsole),
  welcome: rule('waits', 'The verification of the address', 'Once', inConsole),
  one_week_checkin: rule('waits', 'The daily schedule, 7 to 14 days after the registration', 'Once', inConsole),
  low_credits: credits,
  out_of_credits: credits,
};
