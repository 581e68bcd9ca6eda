import { readContent } from '#shared/spend/read-content.ts';
import { packRows } from '#shared/spend/rules/packing.ts';
import { readRows } from '#shared/spend/rules/row-schema.ts';

const facts = {
  network: 'podcast',
  currency: 'USD',
  timeZone: 'UTC',
  pixelKey: null,
  dateFormat: null,
  columns: {},
};
const now = Date.parse('2026-11-26T12:00:00Z');
const day = '2026-11-20';
type Row = Record<string, string>;
const asCsv = (rows: Row[]) =>
  Buffer.from(
    [
      Object.keys(rows[0] ?? {}).join(','),
      ...rows.map((row) =>
        Object.values(row)
          .map((cell) => `"${cell}"`)
          .join(','),
      ),
    ].join('\n'),
  );

function codesOf(form: 'csv' | 'json', rows: Row[], currency = 'USD'): (string | null)[][] {
  const source = form === 'csv' ? { bytes: asCsv(rows) } : readRows(Buffer.from(JSON.stringify({ rows })));
  const content = 'problems' in source ? source : readContent(source, { ...facts, currency }, now);
  return 'problems' in content ? content.problems.map(({ field, code }) => [field, code]) : [];
}
const row = (more: Row): Row => ({ day, campaign: 'Spring', spend: '1', ...more });

describe.each(['csv', 'json'] as const)('a row of spend as %s', (form) => {
  it('has names of at most 500 characters', () => {
    expect(codesOf(form, [row({ ad: '漢'.repeat(500) })])).toEqual([]);
    expect(codesOf(form, [row({ ad: '漢'.repeat(501) })]).map(([field]) => field)).toEqual(['ad']);
  });

  it('has names without control characters', () => {
    for (const name of ['a\u0000b', 'a\u001b[31mb', 'a\u0085b'])
      expect(codesOf(form, [row({ campaign: name })])).toEqual([['campaign', 'not_plain']]);
  });

  it('has counts of at most 10^12, those of a day together too', () => {
    expect(codesOf(form, [row({ clicks: '1000000000000' })])).toEqual([]);
    expect(codesOf(form, [row({ clicks: '1000000000001' })])).toEqual([['clicks', 'too_large']]);
    const half = { clicks: '500000000001' };
    expect(codesOf(form, [row(half), row({ ...half, campaign: 'Summer' })])).toEqual([['clicks', 'too_large']]);
  });

  it('has a currency of ISO 4217', () => {
    expect(codesOf(form, [row({})], 'AAA')).toEqual([['currency', 'not_a_currency']]);
  });

  it('goes by its name if a spreadsheet rounded its ID, and is refused without a name', () => {
    expect(codesOf(form, [row({ campaign_id: '1.2E+17' })])).toEqual([]);
    const nameless = { day, campaign_id: '1.2E+17', spend: '1' };
    expect(codesOf(form, [nameless])).toEqual([['campaign_id', 'rounded_id']]);
  });

  it('has one level for its campaign and day, beside other campaigns at other levels', () => {
    const ad = row({ campaign: 'Search', ad: 'one' });
    expect(codesOf(form, [ad, row({ campaign: 'PMax', ad: '' })])).toEqual([]);
    const clash = row({ campaign: 'Search', ad: '', spend: '7' });
    expect(codesOf(form, [ad, clash])).toEqual([[null, 'mixed_levels']]);
  });
});

it('the largest row that is accepted fits a part of the store', () => {
  const name = Array.from({ length: 500 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7919) % 20_000))).join('');
  const names = { campaignId: name, campaign: name, adGroupId: name, adGroup: name, adId: name, ad: name };
  const figures = { spend: '1', impressions: 1, clicks: 1, reportedConversions: '1', reportedValue: '1' };
  for (const part of packRows([{ ...names, ...figures }])) expect(part.length).toBeLessThan(300_000);
});
