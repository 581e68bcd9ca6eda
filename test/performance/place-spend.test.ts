import { byName, cell, reportOf, spendOn } from './memory.ts';

const day = '2026-11-20';
const groupBy = ['channel', 'campaign', 'ad_group', 'ad_id'] as const;
const all = { groupBy, paid: 'all', from: '2026-11-01', to: '2026-11-30' } as const;
const spendRows = (...args: Parameters<typeof reportOf>) =>
  reportOf(...args)
    .rows.filter(({ figures }) => figures.spend !== null)
    .map(({ names, figures }) => `${names.map((name) => name ?? 'null').join(' | ')}: ${figures.spend}`)
    .sort();

describe('a row of spend stands once', () => {
  const clicks = (channel: string, count: number, more: object = {}) =>
    cell('clicks', day, { channel, campaign: 'c', ad_id: 'a', ...more }, count);

  it('on the channel with most human clicks of its ad and day, whatever that channel is', () => {
    const spend = [spendOn(day, [{ campaign: 'c', adId: 'a', spend: '5' }])];
    expect(
      spendRows(
        {
          cells: [clicks('paid_search', 3), clicks('email', 4), clicks('paid_other', 9, { traffic: 'bot' })],
          spend,
        },
        all,
      ),
    ).toEqual(['email | c |  | a: 5.00']);
    const other = cell('clicks', '2026-11-19', { channel: 'display', campaign: 'c', ad_id: 'a' }, 99);
    expect(spendRows({ cells: [other, clicks('paid_search', 3)], spend }, all)).toEqual(['paid_search | c |  | a: 5.00']);
  });

  it('on equal clicks on the first channel in alphabetical order', () => {
    const spend = [spendOn(day, [{ campaign: 'c', adId: 'a', spend: '5' }])];
    const cells = [clicks('paid_social', 4), clicks('display', 4), clicks('paid_search', 4)];
    expect(spendRows({ cells, spend }, all)).toEqual(['display | c |  | a: 5.00']);
  });

  it('without human clicks on the usual channel of its network', () => {
    const networks = ['google_ads', 'microsoft_ads', 'meta', 'tiktok', 'linkedin', 'assistant', 'own'];
    const spend = networks.map((network) => spendOn(day, [{ campaign: network, spend: '1' }], { network }));
    const cells = [clicks('email', 4, { campaign: 'meta', traffic: 'bot' })];
    expect(spendRows({ cells, spend }, { ...all, groupBy: ['channel', 'campaign'] })).toEqual([
      'assistant_paid | assistant: 1.00',
      'paid_other | own: 1.00',
      'paid_search | google_ads: 1.00',
      'paid_search | microsoft_ads: 1.00',
      'paid_social | linkedin: 1.00',
      'paid_social | meta: 1.00',
      'paid_social | tiktok: 1.00',
    ]);
  });

  it('at the name of its clicks, on days without clicks too, and else at an alias or the name of the network', () => {
    const row = { campaignId: '7', campaign: 'Spring Sale', adId: '9', ad: 'Video' };
    const days = ['2026-11-18', day];
    const spend = days.map((one) => spendOn(one, [{ ...row, spend: '5' }]));
    const named = cell('clicks', day, { campaign: 'spring sale ', ad_group: 'g', ad_id: 'video' }, 1);
    expect(spendRows({ cells: [named], spend }, all)).toEqual(['paid_search | spring sale  | g | video: 10.00']);
    expect(spendRows({ spend }, all)).toEqual(['paid_search | Spring Sale |  | 9: 10.00']);
    const aliases = [{ level: 'campaign', network: null, value: 'spring', id: '7', name: null } as const];
    expect(spendRows({ spend }, { ...all, aliases })).toEqual(['paid_search | spring |  | 9: 10.00']);
    // A new ad belongs to the campaign of its other ads with clicks.
    const other = cell('clicks', day, { campaign: '7', ad_id: 'old' }, 1);
    expect(spendRows({ cells: [other], spend }, all)).toEqual(['paid_search | 7 |  | 9: 10.00']);
  });

  it('of a whole campaign in a row of its own, and the ads of the campaign have unknown spend', () => {
    const cells = [clicks('paid_social', 4), clicks('paid_search', 3, { ad_id: 'b' })];
    const spend = [spendOn(day, [{ campaign: 'C', spend: '12' }], { network: 'meta' })];
    const { rows } = reportOf({ cells, spend }, all);
    expect(byName(rows)).toMatchObject({
      'paid_social c   USD': { spend: '12.00', clicks: 0 },
      'paid_social c  a ': { spend: null, clicks: 4 },
      'paid_search c  b ': { spend: null, clicks: 3 },
    });
    const [campaign] = reportOf({ cells, spend }, { ...all, groupBy: ['campaign'] }).rows;
    expect(campaign).toMatchObject({
      names: ['c'],
      figures: { clicks: 7, spend: '12.00', cost_per_click: '1.7143' },
    });
  });

  it('of a whole ad account in a row without a campaign', () => {
    expect(spendRows({ spend: [spendOn(day, [{ spend: '8' }], { network: 'tiktok' })] }, all)).toEqual([
      'paid_social | null | null | null: 8.00',
    ]);
  });

  it('of an import for one pixel at the clicks of that pixel alone', () => {
    const spend = [spendOn(day, [{ campaign: 'c', adId: 'a', spend: '5' }], { pixelKey: 'pk_1' })];
    const cells = [clicks('paid_search', 3), clicks('display', 9, { pixel_key: 'pk_2' })];
    expect(spendRows({ cells, spend }, all)).toEqual(['paid_search | c |  | a: 5.00']);
  });
});

it('ads of the same name in a thousand campaigns are never compared in pairs', () => {
  const numbers = Array.from({ length: 1000 }, (_, at) => at);
  const cells = numbers.map((at) => cell('clicks', day, { campaign: `c_${at}`, ad_id: 'Video' }, 1));
  const spend = [
    spendOn(
      day,
      numbers.map((at) => ({ campaign: `C_${at}`, ad: 'video', spend: '1' })),
    ),
  ];
  let asked = 0;
  const { totals, rows } = reportOf(
    { cells, spend },
    {
      ...all,
      asked: (times) => {
        asked += times;
      },
    },
  );
  expect(rows).toHaveLength(1000);
  expect(totals[0]?.figures).toMatchObject({ clicks: 1000, spend: '1000.00' });
  expect(asked).toBeLessThan(10_000);
});
