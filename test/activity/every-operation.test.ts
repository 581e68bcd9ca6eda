import { endpoints } from '#functions/groups.ts';
import type { ActivityType } from '#shared/messages/activity-types.ts';
import { activityTypes } from '#shared/registry/activity-types.ts';

/** Each operation that changes money, access, attribution or data of an account, and its entry. */
const logged: Record<string, ActivityType | readonly ActivityType[]> = {
  changeEmail: 'email_change_requested',
  confirmEmail: 'email_changed',
  changePassword: 'password_changed',
  changeUserPassword: 'password_changed',
  resetPassword: ['password_reset', 'account_recovered'],
  changePhone: 'phone_changed',
  changeProfile: 'profile_changed',
  register: 'account_created',
  completeRegistration: 'account_created',
  completeIdpSignUp: ['account_created', 'profile_changed'],
  signUpWithIdp: 'account_created',
  login: ['sign_in', 'sign_in_failed'],
  loginMfa: ['sign_in', 'sign_in_failed'],
  signInWithIdp: ['sign_in', 'identity_linked', 'account_recovered'],
  exchangeIdpCode: ['sign_in', 'identity_linked', 'account_recovered'],
  confirmMfa: 'mfa_enabled',
  disableMfa: 'mfa_disabled',
  removeMfa: 'mfa_disabled',
  endSession: 'session_ended',
  endOtherSessions: 'session_ended',
  deleteAccount: 'deletion_requested',
  restoreAccount: 'account_restored',
  invalidateAccount: 'account_invalidated',
  reactivateAccount: 'account_reactivated',
  createKey: 'key_created',
  rotateKey: 'key_rotated',
  revokeKey: 'key_revoked',
  revokeKeys: 'key_revoked',
  sendWithKey: 'event_sent',
  replayEvent: 'event_sent',
  changeSettings: 'pixel_settings_changed',
  createWebhookEndpoint: 'webhook_endpoint_created',
  changeWebhookEndpoint: 'webhook_endpoint_changed',
  deleteWebhookEndpoint: 'webhook_endpoint_deleted',
  rotateWebhookSecret: 'webhook_secret_rotated',
  createExport: 'events_export_requested',
  exportAccount: 'account_export_requested',
  erase: 'erasure_requested',
  changeChannelRules: 'channel_rules_changed',
  applyChannelRules: 'channel_rules_applied',
  changeTrafficRules: 'traffic_rules_changed',
  applyTrafficRules: 'traffic_rules_applied',
  removeRecoveredSettings: [
    ...(['pixel_settings_changed', 'traffic_rules_changed', 'channel_rules_changed'] as const),
    ...(['spend_aliases_changed', 'exchange_rates_changed', 'reconciliation_rules_changed'] as const),
  ],
  inviteTeamMember: 'member_invited',
  acceptInvitation: 'member_joined',
  acceptInvitationByLink: 'member_joined',
  removeTeamMember: ['member_removed', 'invitation_withdrawn'],
  leaveTeam: 'member_left',
  activateLicence: 'licence_activated',
  linkManagedClient: 'manager_linked',
  unlinkManagedClient: 'manager_unlinked',
  createUpload: 'upload_created',
  createSpendImport: 'spend_imported',
  undoSpendImport: 'spend_import_undone',
  setSpendAliases: 'spend_aliases_changed',
  setExchangeRates: 'exchange_rates_changed',
  adjustEvent: 'events_adjusted',
  adjustEvents: 'events_adjusted',
  withdrawAdjustment: 'adjustment_withdrawn',
  createReconciliation: 'reconciliation_created',
  sendMissingOrders: 'reconciliation_repaired',
  adjustOrderValues: 'reconciliation_repaired',
  voidDoubles: 'reconciliation_repaired',
  undoRepair: 'reconciliation_repair_undone',
  changeReconciliationRules: 'reconciliation_rules_changed',
  closeReconciliationMonth: 'month_closed',
  reopenReconciliationMonth: 'month_reopened',
};

const notLogged: Record<string, readonly string[]> = {
  'It sends a code or checks an input, and changes nothing of an account that exists.': [
    ...['checkEmail', 'forgotPassword', 'verifyResetCode', 'sendDeckCode', 'verifyDeckCode'],
    ...['sendPhoneVerification', 'sendVerification', 'verifyCode', 'verifyPhoneCode'],
    ...['validateCompanyDescription', 'enrollMfa', 'checkSite', 'previewRepair'],
  ],
  'It renews or ends the session of its own caller.': ['refresh', 'logout'],
  'The answer of the recovery says when it was confirmed.': ['confirmAccountRecovery'],
  'The event log, the pixel and the reports list what arrives by the thousand.': [
    ...['sendConversion', 'sendChannelEvents', 'createSession', 'sendPixelEvents', 'identify'],
    'reportInteraction',
  ],
  'The list of deliveries shows each attempt and its time.': [
    ...['replayWebhookDelivery', 'replayWebhookEndpoint', 'testWebhookEndpoint'],
  ],
  'The list of credits shows each change with its reason.': [
    ...['grantCredits', 'reverseCredits', 'receiveBillingEvent', 'receivePartnerEvent', 'setLicence'],
    ...['transferLicence', 'pauseBillingSubscription', 'takeBillingEventAgain'],
    ...['generateAdPrompt', 'generateTemplatePrompt', 'discover', 'discoverOwnPage', 'planKeywords'],
  ],
  'It decides only which mails and hints the person sees.': [
    ...['changeEmailPreferences', 'unsubscribe', 'subscribeAgain', 'dismissNotification'],
    ...['signUpForEarlyAccess', 'reportButtonPress', 'reportImageDownload', 'scheduleNudge'],
    'completeWalkthrough',
  ],
  'It chooses the page whose ads are shown, which no figure of the account uses.': ['setOwnPage'],
  'It gives nobody access, and the list of invitations says that it was declined.': [
    ...['declineInvitation', 'declineInvitationByLink'],
  ],
  'Its tools only read.': ['callMcp'],
  'It concerns operators or the whole service; the audit log of the operators has it.': [
    ...['changeDevUserPassword', 'createDevUser', 'loginDevUser', 'loginDevUserMfa', 'confirmDevUserMfa'],
    ...['enrollDevUserMfa', 'updateDevUser', 'backupDatabase', 'grantDailyCredits', 'grantNewSignupCredits'],
    ...['setIngestLimits', 'redriveKeptEffects', 'topUpPartners', 'pruneOldRows', 'deleteDeadLetters'],
    ...['redriveDeadLetters', 'recount', 'runAssistantReports', 'runSubscriptionRenewals', 'setWaitlist'],
    'toggleAssistantAds',
  ],
};

it('every operation that writes is in the activity log, or says why not', () => {
  const writes = endpoints.filter(({ method }) => method !== 'GET').map(({ id }) => id);
  const declared = [...Object.keys(logged), ...Object.values(notLogged).flat()];
  expect(declared.toSorted()).toEqual(writes.toSorted());
});

it('every type of the activity log is written by an operation', () => {
  const written = new Set([...Object.values(logged).flat(), 'account_read']);
  expect([...written].toSorted()).toEqual(activityTypes.toSorted());
});
