import { endpoints } from '#functions/groups.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { tableAt } from '#shared/store/table.ts';
import { newWorld } from '#test/kit/harness.ts';
import { testDynamo } from '#test/kit/test-dynamo.ts';

const minute = 60;
const hour = 3600;
const day = 24 * hour;

const limits: Record<string, readonly [uses: number, seconds: number, endpoints: string]> = {
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
  ingest: [
    2000,
    10,
    'adjustEvent adjustEvents sendChannelEvents sendConversion sendWithKey withdrawAdjustment',
  ],
  'keyword-plans': [20, hour, 'planKeywords'],
  login: [10, 15 * minute, 'changePassword deleteAccount enrollMfa login restoreAccount'],
  mfa: [10, hour, 'confirmDevUserMfa confirmMfa disableMfa loginDevUserMfa loginMfa'],
  mcp: [60, 60, 'callMcp'],
  'page-look-ups': [60, hour, 'discoverOwnPage setOwnPage'],
  pixel: [200, 4, 'createSession identify reportInteraction sendPixelEvents'],
  registrations: [20, hour, 'completeIdpSignUp register signUpWithIdp'],
  'site-checks': [60, hour, 'checkSite'],
  'spend-imports': [20, day, 'createSpendImport'],
  'traffic-rules': [2, day, 'applyTrafficRules'],
  reconciliations: [10, day, 'createReconciliation'],
  'traffic-rules-dry-runs': [20, day, 'changeTrafficRules'],
  'team-invitations': [30, day, 'inviteTeamMember'],
  uploads: [60, hour, 'createUpload'],
  'webhook-creations': [10, minute, 'createWebhookEndpoint'],
  'webhook-replays': [10, minute, 'replayWebhookDelivery replayWebhookEndpoint'],
  'webhook-rotations': [10, minute, 'rotateWebhookSecret'],
  'webhook-tests': [10, minute, 'testWebhookEndpoint'],
};

const declared = Map.groupBy(
  endpoints.filter(({ rateLimit }) => rateLimit),
  ({ rateLimit }) => rateLimit?.name ?? '',
);

describe('the limits that endpoints declare', () => {
  it.each(Object.entries(limits))('%s', (name, [limit, windowSeconds, ids]) => {
    const some = declared.get(name) ?? [];
    expect(some.map(({ id }) => id).sort()).toEqual(ids.split(' '));
    for (const { id, rateLimit } of some)
      expect({ id, ...rateLimit }).toEqual({ id, name, limit, windowSeconds });
  });

  it('the limits that endpoints declare are all in the table', () => {
    expect([...declared.keys()].filter((name) => !(name in limits))).toEqual([]);
  });

  it('the limits that endpoints declare allow their number in a window, refuse the next to its last millisecond, and start anew at its end', async () => {
    const { prefix, clock } = await newWorld();
    const rateLimits = rateLimitsIn(tableAt(`${prefix}accounts`, testDynamo()), { now: () => clock.now });
    const startedAt = clock.now;
    for (const [name, [limit, windowSeconds]] of Object.entries(limits)) {
      const take = async () => (await rateLimits.take({ name, limit, windowSeconds }, 'caller')).isAllowed;
      clock.now = startedAt;
      for (let use = 1; use <= Math.min(limit, 30); use++)
        expect(await take(), `${name}: use ${use}`).toBe(true);
      if (limit > 30) continue;
      clock.now = startedAt + windowSeconds * 1000 - 1;
      expect(await take(), `${name}: one use more, in the last millisecond`).toBe(false);
      clock.now += 1;
      expect(await take(), `${name}: in the next window`).toBe(true);
    }
  });
});
