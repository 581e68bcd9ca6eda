import type { Fault } from '#lib/local/mock-servers.ts';
import { assistant } from '#lib/local/vendors/assistant.ts';
import { vendorServer } from '#lib/local/vendors/vendor-server.ts';
import type { AssistantAdsAccount } from '#shared/assistant-ads/assistant-ads.ts';
import { openAiAds, openAiAdsCodeOf } from '#shared/assistant-ads/vendors/openai-ads.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { failureOf } from '#test/llm/openai-scene.ts';

/** If this key is set, the real vendor must keep the promises of the mock server. */
const { ASSISTANT_TEST_KEY } = process.env;

const faults: Partial<Fault>[] = [];
let mockServer: { baseUrl: string; stop(): Promise<void> };
beforeAll(async () => {
  mockServer = await vendorServer(assistant(), {
    note: () => {},
    fault: () => faults.shift() as Fault | undefined,
  });
});
afterAll(() => mockServer.stop());
afterEach(() => {
  faults.length = 0;
});

const adsOf = (baseUrl: string, key: string, accountId: string | null = null, timeoutMs = 10_000) =>
  openAiAds({
    call: vendorCall({
      vendor: 'assistant',
      baseUrl,
      stage: 'local',
      timeoutMs,
      random: () => 0,
      codeOf: openAiAdsCodeOf,
    }),
    apiKey: async () => key,
    accountId,
  });
const places: [string, () => AssistantAdsAccount][] = [
  ['the mock server', () => adsOf(mockServer.baseUrl, 'key_act_northwind')],
  ...(ASSISTANT_TEST_KEY
    ? [['the vendor', () => adsOf('https://api.ads.openai.com/v1', ASSISTANT_TEST_KEY)] as [string, () => AssistantAdsAccount]]
    : []),
];
const days = { since: '2026-11-01', until: '2026-11-20' };

describe.each(places)('an ad account at %s', (_place, open) => {
  it('the ad account describes itself', async () => {
    const { id, timeZone, currency } = await open().account();
    expect(id).toMatch(/^act_/);
    expect(currency).toMatch(/^[A-Z]{3}$/);
    expect(new Intl.DateTimeFormat('en', { timeZone })).toBeDefined();
  });

  it('the ad account has campaigns, groups and ads that belong together', async () => {
    const api = open();
    const [campaigns, groups, ads] = await Promise.all([api.campaigns(), api.adGroups(), api.ads()]);
    const ids = (all: readonly { id: string }[]) => new Set(all.map(({ id }) => id));
    for (const { campaignId } of groups) expect(ids(campaigns)).toContain(campaignId);
    for (const { adGroupId } of ads) expect(ids(groups)).toContain(adGroupId);
  });

  it('the ad account has every day of a range, each ad once a day, in whole numbers, over any number of pages', async () => {
    const rows = await open().adDays(days);
    expect(new Set(rows.map(({ adId, day }) => `${adId} ${day}`)).size).toBe(rows.length);
    for (const { day, impressions, clicks, spendMicros } of rows) {
      expect(day >= days.since && day <= days.until).toBe(true);
      for (const figure of [impressions, clicks, spendMicros]) expect(Number.isSafeInteger(figure)).toBe(true);
      expect(clicks).toBeLessThanOrEqual(impressions);
    }
  });

  it('the ad account attributes conversions to campaigns', async () => {
    const api = open();
    const ids = (await api.campaigns()).map(({ id }) => id);
    const found = await api.conversions(days);
    for (const { campaignId, day, conversions } of found) {
      expect(ids).toContain(campaignId);
      expect(day >= days.since && day <= days.until).toBe(true);
      expect(conversions).toBeGreaterThan(0);
    }
  });
});

describe('the account', () => {
  it("the ad account is the key's, or the named account of a key for several", async () => {
    expect((await adsOf(mockServer.baseUrl, 'key_act_own').account()).id).toBe('act_own');
    expect((await adsOf(mockServer.baseUrl, 'local', 'act_named').account()).id).toBe('act_named');
  });

  it.each([
    ['a wrong key', 'wrong', null, { failure: 'refused', status: 401, code: 'invalid_api_key' }],
    ['an account that is gone', 'local', 'act_gone', { failure: 'refused', status: 404, code: 'not_found' }],
    ['no account named', 'local', null, { failure: 'refused', status: 400, code: 'missing_required_parameter' }],
  ] as const)('%s is refused and not asked again', async (_what, key, account, expected) => {
    expect(await failureOf(adsOf(mockServer.baseUrl, key, account).account())).toMatchObject(expected);
  });
});

describe('a vendor that fails', () => {
  const api = (timeoutMs?: number) => adsOf(mockServer.baseUrl, 'key_act_northwind', null, timeoutMs);

  it.each([429, 500, 503])('a vendor that fails with %i is asked again', async (status) => {
    faults.push({ status });
    expect((await api().account()).id).toBe('act_northwind');
  });

  it('a permanent failure of the vendor is reported', async () => {
    faults.push(...Array.from({ length: 3 }, () => ({ status: 500 })));
    expect(await failureOf(api().account())).toMatchObject({ failure: 'failed', status: 500 });
  });

  it('half an answer, or none in time, counts as no answer', async () => {
    faults.push(...Array.from({ length: 3 }, () => ({ cut: true })));
    expect(await failureOf(api().account())).toMatchObject({ failure: 'no_answer' });
    faults.push({ delay_ms: 5000 });
    expect(await failureOf(api(50).account())).toMatchObject({ failure: 'no_answer' });
  });

  it("the vendor's days that are not over are refused", async () => {
    const range = { since: '2126-01-01', until: '2126-01-02' };
    expect(await failureOf(api().adDays(range))).toMatchObject({ failure: 'refused', status: 400 });
  });
});
