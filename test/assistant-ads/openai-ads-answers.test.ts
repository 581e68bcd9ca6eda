import { openAiAds, openAiAdsCodeOf } from '#shared/assistant-ads/vendors/openai-ads.ts';
import { vendorCall } from '#shared/vendors/vendor-call.ts';
import { failureOf } from '#test/llm/openai-scene.ts';

function answering(...answers: object[]) {
  const asked: URLSearchParams[] = [];
  const call = vendorCall({
    vendor: 'assistant',
    baseUrl: 'http://127.0.0.1:9',
    stage: 'local',
    timeoutMs: 5000,
    codeOf: openAiAdsCodeOf,
    async fetch(url) {
      asked.push(new URL(String(url)).searchParams);
      return Response.json(answers.shift() ?? {}, { status: 200 });
    },
  });
  return { api: openAiAds({ call, apiKey: async () => 'key', accountId: null }), asked };
}
const page = (data: object[], last_id: string | null = null) => ({
  data,
  last_id,
  has_more: last_id !== null,
});
const days = { since: '2026-11-01', until: '2026-11-02' };
const unreadable = (code?: string) => ({ failure: 'unreadable', ...(code && { code }) });

describe('a list', () => {
  it('a list of conversions is read page by page to its end', async () => {
    const row = (at: number) => ({ campaign_id: `c${at}`, readable_time: '2026-11-01', conversions: at });
    const { api, asked } = answering(page([row(1), row(2)], 'b'), page([row(3), row(0)], 'd'), page([row(4)]));
    expect(await api.conversions(days)).toEqual([1, 2, 3, 4].map((at) => ({ campaignId: `c${at}`, day: '2026-11-01', conversions: at })));
    expect(asked.map((query) => query.get('after'))).toEqual([null, 'b', 'd']);
    expect(asked[0]?.getAll('fields[]')).toContain('conversions');
  });

  it.each([
    ['says that there is more and not where', [{ data: [], has_more: true }], 'no_next_page'],
    ['leads in a circle', [page([], 'a'), page([], 'b'), page([], 'a')], 'no_next_page'],
    ['never ends', Array.from({ length: 300 }, (_, at) => page([], `p${at}`)), 'endless_list'],
  ])('a list that %s is invalid', async (_what, answers, code) => {
    expect(await failureOf(answering(...answers).api.campaigns())).toMatchObject(unreadable(code));
  });
});

describe('a row of a day', () => {
  const read = async (row: object) => (await answering(page([{ ad_id: 'a1', ...row }])).api.adDays(days))[0];

  it.each([
    [{ readable_time: '2026-11-01' }, '2026-11-01'],
    [{ readable_time: '2026-11-01 00:00:00' }, '2026-11-01'],
    [{ start_time: 1_793_505_600, timezone: 'America/New_York' }, '2026-11-01'],
    [{ readable_time: 'Nov 1', start_time: '1793471400', timezone: 'Asia/Kolkata' }, '2026-11-01'],
  ])('%j is of its day in the account’s time zone', async (row, day) => {
    expect(await read(row)).toMatchObject({ day });
  });

  it.each([
    {},
    { start_time: 1_793_505_600 },
    { start_time: 'soon', timezone: 'America/New_York' },
    { start_time: 1_793_505_600, timezone: 'Nowhere/At_All' },
  ])('a row without its day is an error: %j', async (row) => {
    expect(await failureOf(read(row))).toMatchObject(unreadable('row_without_day'));
  });

  it.each([
    [{ impressions: 10, clicks: 2, spend: 1.25 }, [10, 2, 1_250_000]],
    [{ ad_impressions: 10, 'ad.clicks': '2', ad_spend: '1.25' }, [10, 2, 1_250_000]],
    [{ impressions: null, spend: 0.1 + 0.2 }, [0, 0, 300_000]],
    [{ clicks: -1, spend: -3.5 }, [0, 0, 0]],
    [{ spend: 1_234_567.891234 }, [0, 0, 1_234_567_891_234]],
  ])('a row of a day has whole figures: %j', async (row, figures) => {
    const { impressions, clicks, spendMicros } = (await read({ readable_time: '2026-11-01', ...row })) ?? {};
    expect([impressions, clicks, spendMicros]).toEqual(figures);
  });

  it.each([{ spend: 'much' }, { clicks: '1e3' }, { ad_id: '../x' }, { ad_id: null }])('an unreadable row is an error: %j', async (row) => {
    expect(await failureOf(read({ readable_time: '2026-11-01', ...row }))).toMatchObject(unreadable());
  });
});

describe('an account', () => {
  const given = { id: 'act_1', name: 'A', timezone: 'UTC', currency_code: 'jpy' };

  it('an account has its currency in capitals', async () => {
    expect((await answering(given).api.account()).currency).toBe('JPY');
    expect((await answering({ ...given, currency_code: 'x-1' }).api.account()).currency).toBe('X-1');
  });

  it.each(['act/1', '..', '', 'a'.repeat(101), 'act#1', 'act_1\n'])(
    'an account whose ID could be another path or key is refused: %j',
    async (id) => {
      expect(await failureOf(answering({ ...given, id }).api.account())).toMatchObject(unreadable());
    },
  );
});

it('an object without a name is called by its ID', async () => {
  const campaign = { id: 'c1', name: '', status: 'active' };
  expect((await answering(page([campaign])).api.campaigns())[0]).toMatchObject({
    name: 'c1',
    dailyBudgetMicros: null,
  });
  const ad = { id: 'a1', name: null, ad_group_id: 'g', status: 'active', creative: { title: '' } };
  expect((await answering(page([ad])).api.ads())[0]).toMatchObject({ title: 'a1', reviewStatus: 'unknown' });
});
