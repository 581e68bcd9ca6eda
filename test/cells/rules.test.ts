import { amountsByDay } from '#shared/cells/rules/amounts-by-day.ts';
import { type Counted, contributionsOf, deltasOf } from '#shared/cells/rules/cells.ts';
import { lagOf } from '#shared/cells/rules/lag.ts';
import { merged, packed, unpacked } from '#shared/cells/rules/packing.ts';
import { addSigned, signedOf, sumSigned } from '#shared/cells/rules/signed.ts';
import { reportDays } from '#shared/values/quarter-hours.ts';
import { counted } from '#test/store/stream-of.ts';

const event = (changes: object = {}) => ({ ...counted(7, 'e1'), ...changes, kind: 'conversion' }) as Counted;
const click = (changes: object = {}) =>
  ({
    kind: 'session',
    sid: 's_1',
    accountId: 7,
    environment: 'live',
    pixelKey: 'pk_1',
    campaign: 'spring',
    adGroup: 'g',
    adId: 'a',
    networkClickIds: { gclid: '1' },
    landingPage: '',
    createdAt: '2026-11-21T10:20:00.000Z',
    expiresAt: '2026-12-21T10:20:00.000Z',
    ...changes,
  }) as Counted;
const short = (all: ReturnType<typeof deltasOf>) =>
  all.map(({ series, day, quarter, count, value, names }) => [series, day, quarter, count, value, names[5]].join(' '));

describe('what a change of an item adds to cells', () => {
  it('a click counts on its day, one from before channels by its networks, and as unknown traffic', () => {
    expect(contributionsOf(click())).toEqual([
      {
        series: 'clicks',
        day: '2026-11-21',
        quarter: 41,
        count: 1,
        value: '0',
        names: ['pk_1', 'paid_search', 'spring', 'g', 'a', 'unknown', '', '', '', ''],
      },
    ]);
  });

  it('an event counts on the day of its click with its lag, and on its own day without', () => {
    expect(contributionsOf(event()).map(({ series, day, names }) => [series, day, names.slice(5).join(' ')])).toEqual([
      ['click', '2026-11-01', 'human order_created EUR svc_click_id 30'],
      ['occurred', '2026-11-20', 'human order_created EUR svc_click_id '],
      ['click_later', '2026-11-01', 'human order_created EUR svc_click_id 30 2026-11-20'],
    ]);
    const sameDay = event({ occurredAt: '2026-11-01T23:59:59.999Z' });
    expect(contributionsOf(sameDay).map(({ series }) => series)).toEqual(['click', 'occurred']);
  });

  it('a late match adds, a changed value moves the difference, and an uncounted event has no cell', () => {
    const waiting = event({ click: undefined, counts: false });
    expect(short(deltasOf(waiting, event()))).toEqual([
      'click 2026-11-01 48 1 1 human',
      'occurred 2026-11-20 95 1 1 human',
      'click_later 2026-11-01 48 1 1 human',
    ]);
    expect(short(deltasOf(event(), event({ value: '0.4' })))).toEqual([
      'click 2026-11-01 48 1 0.4 human',
      'occurred 2026-11-20 95 1 0.4 human',
      'click_later 2026-11-01 48 1 0.4 human',
      'click 2026-11-01 48 -1 -1 human',
      'occurred 2026-11-20 95 -1 -1 human',
      'click_later 2026-11-01 48 -1 -1 human',
    ]);
    expect(deltasOf(null, waiting)).toEqual([]);
    expect(contributionsOf(event({ counts: false }))).toEqual([]);
  });

  it('an adjustment that changes no value counts on its day while it is the newest, and not once it is not', () => {
    const at = (day: string) => `2026-11-${day}T10:00:00.000Z`;
    const adjusted = (...steps: [day: string, net: string][]) =>
      contributionsOf(event({ value: '10', adjustments: steps.map(([day, net]) => ({ net, effectiveAt: at(day) })) }))
        .filter(({ series }) => series === 'net_adjusted')
        .map(({ day, count, value, names }) => [day.slice(8), count, value, names[8]].join(' '));
    expect(adjusted(['21', '10'])).toEqual(['21 1 0 adjusted']);
    expect(adjusted(['21', '7'], ['22', '7'])).toEqual(['21 0 -3 adjusted', '22 1 0 adjusted']);
    expect(adjusted(['21', '10'], ['22', '0'])).toEqual(['22 1 -10 voided']);
    expect(adjusted(['21', '0'], ['22', '10'])).toEqual(['21 0 -10 adjusted', '22 1 10 adjusted']);
  });

  it('a verdict moves a click from one cell to the other', () => {
    const bot = click({ facts: { channel: 'paid_search', traffic: 'bot' } });
    expect(short(deltasOf(click(), bot))).toEqual(['clicks 2026-11-21 41 1 0 bot', 'clicks 2026-11-21 41 -1 0 unknown']);
  });

  it('a conflict, an erasure and a removal move nothing, even where an erased click lost what named its channel', () => {
    expect(deltasOf(event(), event({ conflict: { at: '' } }))).toEqual([]);
    expect(deltasOf(event(), event({ erasedAt: '2026-11-22', clickId: '' }))).toEqual([]);
    expect(deltasOf(event(), null)).toEqual([]);
    expect(deltasOf(click(), click({ erasedAt: '2026-11-22', networkClickIds: {} }))).toEqual([]);
  });
});

it('the lag of a conversion is in whole days, to 7, then to 14, 30 and 90', () => {
  const after = (hours: number) =>
    lagOf('2026-11-01T12:00:00Z', new Date(Date.parse('2026-11-01T12:00:00Z') + hours * 3_600_000).toISOString());
  expect([-5, 0, 23.9, 24, 191.9, 192, 359.9, 360, 743, 744, 2183, 2184].map(after)).toEqual([
    '0',
    '0',
    '0',
    '1',
    '7',
    '14',
    '14',
    '30',
    '30',
    '90',
    '90',
    'more',
  ]);
});

it('amounts below zero are added exactly', () => {
  expect([addSigned('-0.1', '0.1'), sumSigned(['-12.5', '0.25']), signedOf('-1E+2'), signedOf(3)]).toEqual(['0', '-12.25', '-100', '3']);
});

describe('sealed cells', () => {
  const cells = Array.from({ length: 50 }, (_, i) => ({
    series: 'click' as const,
    day: '2026-11-21',
    count: 3,
    value: `${i}.5`,
    names: ['pk_1', 'email', `c${i}`, 'g', '"', 'human', 'order_created', 'EUR', 'svc_click_id', '0'],
    quarters: [
      { quarter: 0, count: 1, value: `${i}` },
      { quarter: 95, count: 2, value: '0.5' },
    ],
  }));

  it('are the same after packing, in chunks that are no larger than they may be', () => {
    const chunks = packed(cells, 400);
    expect(chunks.length).toBeGreaterThan(1);
    for (const chunk of chunks) expect(chunk.length).toBeLessThanOrEqual(400);
    expect(chunks.flatMap((chunk) => unpacked(chunk, { series: 'click', day: '2026-11-21' }))).toEqual(cells);
  });

  it('add up with what came later, and one that comes to nothing is gone', () => {
    const [first] = cells as [(typeof cells)[number]];
    const taken = {
      ...first,
      quarters: first.quarters.map((one) => ({
        ...one,
        count: -one.count,
        value: one.value === '0' ? '0' : `-${one.value}`,
      })),
    };
    expect(merged([first, taken])).toEqual([]);
    expect(merged([first, first])[0]).toMatchObject({ count: 6, value: '1' });
  });

  it('are summed over the days of a zone by their quarter hours', () => {
    const amounts = (zone: string) =>
      cells
        .slice(2, 3)
        .flatMap((cell) => amountsByDay(cell, reportDays('2026-11-20', '2026-11-22', zone)))
        .map(([day, { count, value }]) => [day, count, value]);
    expect(amounts('UTC')).toEqual([['2026-11-21', 3, '2.5']]);
    expect(amounts('Asia/Kolkata')).toEqual([
      ['2026-11-21', 1, '2'],
      ['2026-11-22', 2, '0.5'],
    ]);
  });
});
