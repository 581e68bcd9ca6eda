import type { AssistantAdsAccount } from '#shared/assistant-ads/assistant-ads.ts';
import { readAccount } from '#shared/assistant-ads/read-account.ts';
import type { AdDay } from '#shared/assistant-ads/rules/assistant-account.ts';
import { dayBefore } from '#shared/assistant-ads/rules/assistant-figures.ts';
import { assistantReport } from '#shared/assistant-ads/rules/assistant-report.ts';
import { adDaysIn } from '#shared/assistant-ads/store/ad-days.ts';
import { tableOf } from '#test/api/keyword-plans/table-of.ts';
import { newWorld } from '#test/kit/harness.ts';
import { account, ad, campaign, dayOf, row } from './reading.ts';

let adDays: ReturnType<typeof adDaysIn>;
beforeAll(async () => {
  adDays = adDaysIn(tableOf({ world: await newWorld() }), { now: () => Date.parse('2026-11-21T12:30:00Z') });
});

let users = 0;
function newAccount(ads: readonly string[] = ['a1']) {
  const asked: string[] = [];
  const made = {
    userId: ++users,
    asked,
    ads: [...ads],
    impressions: 100,
    async read(day: string) {
      asked.length = 0;
      return await readAccount({ userId: made.userId, accountId: null, day }, api, { adDays });
    },
  };
  const api: AssistantAdsAccount = {
    account: async () => account,
    campaigns: async () => [campaign('c1')],
    adGroups: async () => [{ id: 'g', campaignId: 'c1', name: 'G' }],
    ads: async () => made.ads.map((id) => ad(id, 'c1')),
    async adDays({ since, until }) {
      asked.push(`${since}..${until}`);
      const rows: AdDay[] = [];
      for (let day = since; day <= until; day = dayBefore(day, -1))
        for (const adId of ads) rows.push({ adId, day, impressions: made.impressions, clicks: 1, spendMicros: 1 });
      return rows;
    },
    conversions: async () => [],
  };
  return made;
}

const daysOf = async (read: Promise<{ days: readonly { day: string }[] }>) => (await read).days.map(({ day }) => day).sort();

describe('the days of an account', () => {
  it('four weeks are read at first, then days whose figures may still change', async () => {
    const of = newAccount();
    expect(await daysOf(of.read('2026-11-20'))).toHaveLength(28);
    expect(of.asked).toEqual(['2026-10-24..2026-11-20']);
    expect(await daysOf(of.read('2026-11-21'))).toHaveLength(28);
    expect(of.asked).toEqual(['2026-11-15..2026-11-21']);
  });

  it('a day is read again until the seventh report after it', async () => {
    const of = newAccount();
    await of.read('2026-11-01');
    for (let day = '2026-11-02'; day <= '2026-11-12'; day = dayBefore(day, -1)) {
      of.impressions = Number(day.slice(8));
      const { days } = await of.read(day);
      const known = new Map(days.map((one) => [one.day, one.ads[0]?.impressions]));
      expect(known.get(dayBefore(day, 6))).toBe(of.impressions);
      if (day > '2026-11-09') expect(known.get('2026-11-02')).toBe(8);
    }
  });

  it('missed days are caught up, and days that were read too early are read again', async () => {
    const of = newAccount();
    await of.read('2026-11-01');
    of.impressions = 7;
    const { days } = await of.read('2026-11-20');
    expect(of.asked).toEqual(['2026-10-27..2026-11-20']);
    expect(days).toHaveLength(28);
    expect(days.find(({ day }) => day === '2026-10-27')?.ads[0]?.impressions).toBe(7);
    expect(days.find(({ day }) => day === '2026-10-26')?.ads[0]?.impressions).toBe(100);
  });

  it('days of thousands of ads are stored whole, and shrink again', async () => {
    const ids = Array.from({ length: 4321 }, (_, at) => `ad_${'x'.repeat(90)}${at}`);
    const userId = ++users;
    const [day, rows] = ['2026-11-20', ids.map((id) => row(id, `c${id}`, { impressions: 1_000_000 }))];
    const conversions = ids.slice(0, 2500).map((campaignId) => ({ campaignId, conversions: 1 }));
    const known = () => adDays.between(userId, 'act_1', '2026-11-01', day);
    await adDays.put(userId, 'act_1', [dayOf(day, rows, conversions), dayOf('2026-11-19', [])]);
    expect(await known()).toEqual([dayOf('2026-11-19', []), dayOf(day, rows, conversions)]);
    await adDays.put(userId, 'act_1', [dayOf(day, rows.slice(0, 1001))]);
    expect((await known())[1]).toEqual(dayOf(day, rows.slice(0, 1001)));
  });
});

describe('an ad that is no longer listed', () => {
  it('an ad that is not listed any more counts for its campaign', async () => {
    const of = newAccount(['a1', 'a2']);
    await of.read('2026-11-19');
    of.ads = ['a1'];
    const { campaigns, total } = assistantReport(await of.read('2026-11-20'), '2026-11-20');
    expect(campaigns.map(({ id, week }) => [id, week.impressions])).toEqual([['c1', 1400]]);
    expect(total.week.impressions).toBe(1400);
  });

  it('an ad that was never listed is separate, so that the sums are right', async () => {
    const of = newAccount(['a1', 'a2']);
    of.ads = ['a1'];
    const { campaigns, total } = assistantReport(await of.read('2026-11-20'), '2026-11-20');
    expect(campaigns.map(({ id, week }) => [id, week.impressions])).toEqual([
      ['', 700],
      ['c1', 700],
    ]);
    expect(total.week.impressions).toBe(1400);
  });
});
