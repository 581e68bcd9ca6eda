import { digestOf } from '#shared/accounts/profile/moderate-description.ts';
import { gather } from '#shared/cells/store/cells.ts';
import { adjustmentIdOf } from '#shared/conversions/rules/adjustments.ts';
import { mergedTallies, type Tally } from '#shared/event-log/rules/tally.ts';
import { clickBook } from '#shared/performance/rules/click-book.ts';
import { type ApplicationOrder, applicationId } from '#shared/reclassification/rules/applications.ts';
import type { Cell } from '#shared/reports/rules/totals.ts';
import { totalsIn } from '#shared/reports/store/totals.ts';
import { importDigest, type SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { rowKey, type SpendDay, type SpendRow } from '#shared/spend/rules/spend-rows.ts';
import type { Table } from '#shared/store/table.ts';
import { ipNetworkWithin, networkAndAdOf } from '#shared/traffic/rules/subjects.ts';
import { eventIdOf } from '#shared/webhooks/rules/event.ts';

type Member = { name: string; variants: readonly unknown[]; isSame(a: unknown, b: unknown): boolean };
const members: Member[] = [];

function grouped<T>(name: string, base: T, changes: readonly Partial<T>[], groups: (both: T[]) => number) {
  const variants = [base, ...changes.map((change) => ({ ...base, ...change }))];
  members.push({ name, variants, isSame: (a, b) => groups([a as T, b as T]) === 1 });
}
const named = <T>(name: string, base: T, changes: readonly Partial<T>[], idOf: (parts: T) => unknown) =>
  grouped(name, base, changes, (both) => new Set(both.map((one) => JSON.stringify(idOf(one)))).size);

named(
  'an adjustment',
  { eventId: 'e1', net: '5', effectiveAt: '2026-11-20T12:00:00.000Z' },
  [{ eventId: 'e2' }, { net: '6' }, { effectiveAt: '2026-11-20T12:00:00.001Z' }],
  ({ eventId, ...adjustment }) => adjustmentIdOf(eventId, adjustment),
);

named('an event of a webhook', { accountId: 1, source: 'conversion#1' }, [{ accountId: 2 }, { source: 'conversion#2' }], eventIdOf);

named(
  'the verdict of a description',
  { text: 'We sell shoes.', llm: 'a', moderation: 'b' },
  [{ text: 'We sell mugs.' }, { llm: 'b' }, { moderation: 'a' }, { llm: 'b', moderation: 'a' }],
  ({ text, llm, moderation }) => digestOf(text, { llm: { model: llm }, moderation: { model: moderation } }),
);

named<ApplicationOrder>(
  'an application of channel rules',
  {
    accountId: 1,
    isDry: false,
    from: '2026-11-01',
    to: '2026-11-20',
    channelVersion: 1,
    channelRules: [],
    listVersion: '1.1',
    createdAt: '2026-11-20T12:00:00.000Z',
  },
  [
    { from: '2026-11-02' },
    { channelVersion: 2 },
    { listVersion: '1.2' },
    { createdAt: '2026-11-21T12:00:00.000Z' },
    { isDry: true },
    ...[1, 2].map((version) => ({ trafficRules: { version, staffNetworks: [], rulesOff: [] } })),
  ],
  (order) => applicationId(order, 'random'),
);

const row: SpendRow = {
  campaignId: '1',
  campaign: 'Brand',
  adGroupId: '2',
  adGroup: 'Shoes',
  adId: '3',
  ad: 'Red',
  spend: '5',
  impressions: 6,
  clicks: 7,
  reportedConversions: '8',
  reportedValue: '9',
};
const otherNames = [{ campaign: 'x' }, { adGroup: 'x' }, { ad: 'x' }];
const otherIds = [{ campaignId: 'x' }, { adGroupId: 'x' }, { adId: 'x' }];
const otherFigures = [{ spend: '1' }, { impressions: 1 }, { clicks: 1 }, { reportedConversions: '1' }, { reportedValue: '1' }];
named('a row of spend with IDs', row, otherIds, rowKey);
named<SpendRow>(
  'a row of spend with names',
  { ...row, campaignId: null, adGroupId: null, adId: null },
  [...otherNames, ...otherIds, { campaignId: 'Brand' }],
  rowKey,
);

const day: SpendDay = {
  day: '2026-11-20',
  level: 'ad',
  rows: [row],
  currency: 'USD',
  timeZone: 'UTC',
  pixelKey: null,
};
const otherDays = [
  { day: '2026-11-21' },
  { currency: 'EUR' },
  { timeZone: 'Asia/Tokyo' },
  { pixelKey: 'pk_1' },
  ...[...otherNames, ...otherIds, ...otherFigures].map((change) => ({ rows: [{ ...row, ...change }] })),
];
const spendOrder = { environment: 'live', network: 'meta', adAccount: 'a', mode: 'upsert' } as SpendOrder;
named<SpendOrder & { sent: SpendDay[] }>(
  'an import of spend',
  { ...spendOrder, sent: [day] },
  [
    { environment: 'test' as const },
    { network: 'tiktok' },
    { adAccount: 'b' },
    { mode: 'replace_days' as const },
    { sent: [] },
    { sent: [day, { ...day, day: '2026-11-21' }] },
    ...otherDays.map((change) => ({ sent: [{ ...day, ...change }] })),
  ],
  ({ sent, ...order }) => importDigest(order, sent),
);

const noon = '2026-11-20T12:00:00.000Z';
const totals = totalsIn({} as Table, { now: () => 0, scale: {} as never });
named<Cell & { generation: number; part: string }>(
  'a total of conversions',
  {
    accountId: 1,
    environment: 'live',
    basis: 'click',
    day: '2026-11-20',
    pixelKey: 'pk_1',
    campaign: 'Brand',
    ad_group: 'Shoes',
    ad_id: '3',
    event_type: 'order_created',
    currency: 'USD',
    generation: 0,
    part: '1',
  },
  [
    { accountId: 2 },
    { environment: 'test' as const },
    { basis: 'occurred' as const },
    { day: '2026-11-21' },
    { pixelKey: 'pk_2' },
    { campaign: 'x' },
    { ad_group: 'x' },
    { ad_id: 'x' },
    { event_type: 'x' },
    { currency: 'EUR' },
    { generation: 1 },
    { part: '2' },
  ],
  ({ generation, part, ...cell }) => {
    const amounts = [{ count: 1, value: '1', at: noon, receivedAt: noon }];
    const addition = totals.addition(cell, amounts, { generation, part });
    return 'key' in addition && addition.key;
  },
);

const cell = { series: 'click' as const, day: '2026-11-20', names: ['pk_1', 'email', 'Brand'] };
grouped(
  'a cell of the cube of conversions',
  { accountId: 1, environment: 'live' as 'live' | 'test', arrived: '2026-11-20', generation: 0, cell },
  [
    { accountId: 2 },
    { environment: 'test' as const },
    { arrived: '2026-11-21' },
    { generation: 1 },
    ...[{ series: 'occurred' as 'click' }, { day: '2026-11-21' }].map((one) => ({
      cell: { ...cell, ...one },
    })),
    ...[
      ['pk_2', 'email', 'Brand'],
      ['pk_1', 'direct', 'Brand'],
      ['pk_1', 'email', 'x'],
      ['pk_1', 'email'],
    ].map((names) => ({ cell: { ...cell, names } })),
  ],
  (both) => {
    const all = new Map();
    for (const { accountId, environment, ...place } of both)
      gather(all, { accountId, environment }, place, {
        sequence: '1',
        quarter: 48,
        count: 1,
        value: '1',
      } as never);
    return all.size;
  },
);

grouped<Tally>(
  'a tally of rejected events',
  { accountId: 1, environment: 'live', pixelKey: 'pk_1', at: noon, counts: [] },
  [{ accountId: 2 }, { environment: 'test' as const }, { pixelKey: 'pk_2' }, { at: '2026-11-20T12:00:01.000Z' }],
  (tallies) => mergedTallies(tallies).length,
);

const ad = { pixelKey: 'pk_1', campaign: 'Brand', adGroup: 'Shoes', adId: '3' };
const otherAds = [{ campaign: 'x' }, { adGroup: 'x' }, { adId: 'x' }];
grouped('a clicked ad', ad, [{ pixelKey: 'pk_2' }, ...otherAds], (both) => {
  const { adOf } = clickBook();
  return new Set(both.map(({ pixelKey, campaign, adGroup, adId }) => adOf(pixelKey, campaign, adGroup, adId))).size;
});

named(
  'a flood of clicks',
  { accountId: 1, environment: 'live' as 'live' | 'test', network: 'n1', ...ad },
  [{ accountId: 2 }, { environment: 'test' as const }, { network: 'n2' }, ...otherAds],
  ({ network, ...click }) => networkAndAdOf({ ...click, facts: { network } as never }),
);
named(
  'a network among the clicks of one ID',
  { subject: 's1', network: 'n1' },
  [{ subject: 's2' }, { network: 'n2' }],
  ({ subject, network }) => ipNetworkWithin(subject, network),
);

it.each(members)('each part of the identity of $name makes another', ({ variants, isSame }) => {
  variants.forEach((one, at) => {
    expect(isSame(one, structuredClone(one)), `${at} is the same again`).toBe(true);
    for (const [otherAt, other] of variants.entries())
      if (otherAt !== at) expect(isSame(one, other), `${at} is not ${otherAt}`).toBe(false);
  });
});
