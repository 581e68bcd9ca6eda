import { endpoints } from '#functions/groups.ts';
import { activityTypes } from '#shared/registry/activity-types.ts';
import { logged } from './logged-operations.ts';

const notLogged: Record<string, readonly string[]> = {
  'It sends a code or checks an input, and changes nothing of an account that exists.': [
    'checkEmail',
    'forgotPassword',
    'verifyResetCode',
    'sendDeckCode',
    'verifyDeckCode',
    'sendPhoneVerification',
    'sendVerification',
    'verifyCode',
    'verifyPhoneCode',
    'validateCompanyDescription',
    'enrollMfa',
    'checkSite',
    'previewRepair',
  ],
  'It renews or ends the session of its own caller.': ['refresh', 'logout'],
  'The answer of the recovery says when it was confirmed.': ['confirmAccountRecovery'],
  'The event log, the pixel and the reports list what arrives by the thousand.': [
    'sendConversion',
    'sendChannelEvents',
    'createSession',
    'sendPixelEvents',
    'identify',
    'reportInteraction',
    'stateConsent',
  ],
  'The list of deliveries shows each attempt and its time.': ['replayWebhookDelivery', 'replayWebhookEndpoint', 'testWebhookEndpoint'],
  'The list of credits shows each change with its reason.': [
    'grantCredits',
    'reverseCredits',
    'receiveBillingEvent',
    'receivePartnerEvent',
    'setLicence',
    'transferLicence',
    'pauseBillingSubscription',
    'takeBillingEventAgain',
    'generateAdPrompt',
    'generateTemplatePrompt',
    'discover',
    'discoverOwnPage',
    'planKeywords',
  ],
  'It decides only which mails and hints the person sees.': [
    'changeEmailPreferences',
    'unsubscribe',
    'subscribeAgain',
    'dismissNotification',
    'signUpForEarlyAccess',
    'reportButtonPress',
    'reportImageDownload',
    'scheduleNudge',
    'completeWalkthrough',
  ],
  'It chooses the page whose ads are shown, which no figure of the account uses.': ['setOwnPage'],
  'It gives nobody access, and the list of invitations says that it was declined.': ['declineInvitation', 'declineInvitationByLink'],
  'Its tools only read.': ['callMcp'],
  'It concerns operators or the whole service; the audit log of the operators has it.': [
    'changeDevUserPassword',
    'createDevUser',
    'loginDevUser',
    'loginDevUserMfa',
    'confirmDevUserMfa',
    'enrollDevUserMfa',
    'updateDevUser',
    'backupDatabase',
    'grantDailyCredits',
    'grantNewSignupCredits',
    'setIngestLimits',
    'redriveKeptEffects',
    'topUpPartners',
    'pruneOldRows',
    'deleteDeadLetters',
    'redriveDeadLetters',
    'recount',
    'runAssistantReports',
    'runSubscriptionRenewals',
    'setWaitlist',
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
