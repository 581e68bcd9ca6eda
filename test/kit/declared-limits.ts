const minute = 60;
const hour = 3600;
const day = 24 * hour;

export const declaredLimits: Record<string, readonly [uses: number, seconds: number, endpoints: string]> = {
  'account-exports': [3, day, 'exportAccount'],
  'ad-refreshes': [30, hour, 'readCompetitorAds readOwnAds readSocialAds'],
  attempts: [
    5,
    10 * minute,
    'changePhone completeRegistration confirmEmail resetPassword verifyCode verifyDeckCode verifyPhoneCode verifyResetCode',
  ],
  codes: [1, minute, 'changeEmail sendDeckCode sendPhoneVerification sendVerification'],
  'description-checks': [60, hour, 'validateCompanyDescription'],
  'dev-login-failures': [10, 15 * minute, 'changeDevUserPassword enrollDevUserMfa loginDevUser'],
  discoveries: [30, hour, 'discover'],
  'email-cta-clicks': [60, hour, 'reportButtonPress'],
  'event-exports': [20, hour, 'createExport'],
  idp_codes: [120, hour, 'exchangeIdpCode'],
  'image-downloads': [120, hour, 'reportImageDownload'],
  'image-prompts': [60, hour, 'generateAdPrompt generateTemplatePrompt'],
  'channel-rules': [1, day, 'applyChannelRules'],
  ingest: [2000, 10, 'adjustEvent adjustEvents sendChannelEvents sendConversion sendWithKey withdrawAdjustment'],
  'keyword-plans': [20, hour, 'planKeywords'],
  'list-writes': [120, hour, 'setExchangeRates setSpendAliases'],
  login: [10, 15 * minute, 'changePassword deleteAccount enrollMfa login restoreAccount'],
  mfa: [10, hour, 'confirmDevUserMfa confirmMfa disableMfa loginDevUserMfa loginMfa'],
  mcp: [60, 60, 'callMcp'],
  'page-look-ups': [60, hour, 'discoverOwnPage setOwnPage'],
  'parsed-files': [120, hour, 'createReconciliation createSpendImport'],
  pixel: [200, 4, 'createSession identify reportInteraction sendPixelEvents stateConsent'],
  registrations: [20, hour, 'completeIdpSignUp register signUpWithIdp'],
  'site-checks': [60, hour, 'checkSite'],
  'spend-imports': [20, day, 'createSpendImport'],
  'traffic-rules': [2, day, 'applyTrafficRules'],
  reconciliations: [10, day, 'createReconciliation'],
  'traffic-rules-dry-runs': [20, day, 'changeTrafficRules'],
  reports: [
    600,
    minute,
    'closeReconciliationMonth listReconciliationMonths listReconciliationRows listSpendJoins previewRepair reopenReconciliationMonth reportConversions reportConversionsCsv reportCoverage reportFunnel reportFunnelCsv reportPerformance reportPerformanceCsv reportTraffic reportTrafficCsv',
  ],
  'team-invitations': [30, day, 'inviteTeamMember'],
  uploads: [60, hour, 'createUpload'],
  'webhook-creations': [10, minute, 'createWebhookEndpoint'],
  'webhook-replays': [10, minute, 'replayWebhookDelivery replayWebhookEndpoint'],
  'webhook-rotations': [10, minute, 'rotateWebhookSecret'],
  'webhook-tests': [10, minute, 'testWebhookEndpoint'],
};

export function assertLimitDeclared(policy: string | undefined, env: object): void {
  const [, name = '', uses, seconds] = /^"(.+)";q=(\d+);w=(\d+)$/.exec(policy ?? '') ?? [];
  const declared = declaredLimits[name];
  if (!declared || name === 'ingest' || name === 'pixel') return;
  const areUsesDeclared = Number(uses) === declared[0] || Object.keys(env).length > 0;
  if (!areUsesDeclared || Number(seconds) !== declared[1])
    throw new Error(`The limit ${policy} is not as test/kit/declared-limits.ts declares it.`);
}
