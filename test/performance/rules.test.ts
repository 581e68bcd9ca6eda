import fc from 'fast-check';
import { compareExact, quotient, rounded, times } from '#shared/performance/rules/exact.ts';
import { periodsOf, previousDays, reachedBound } from '#shared/performance/rules/periods.ts';
import { daysText } from '#shared/performance/rules/rates.ts';
import { byName, cell, reportOf, spendOn } from './memory.ts';

const day = '2026-11-20';

describe('exact decimals', () => {
  it('round once, half up, and keep every digit before', () => {
    expect(quotient('1', '8', 2)).toBe('0.13');
    expect(quotient('-1', '8', 2)).toBe('-0.13');
    expect(quotient('0.1', '0.3', 6)).toBe('0.333333');
    expect(quotient('2', '3', 0)).toBe('1');
    expect(rounded('2.005', 2)).toBe('2.01');
    expect(rounded('-0.004', 2)).toBe('0.00');
    expect(times('25.99', '1.0825')).toBe('28.134175');
    expect(times('0.20', '5')).toBe('1');
    expect(compareExact('0.10', '0.1')).toBe(0);
    expect(compareExact('-2', '1.5')).toBe(-1);
  });

  it('agree with whole numbers on every quotient', () => {
    const whole = fc.integer({ min: 1, max: 1_000_000 });
    fc.assert(
      fc.property(whole, whole, fc.integer({ min: 0, max: 8 }), (a, b, places) => {
        const units = (BigInt(a) * 10n ** BigInt(places) * 2n + BigInt(b)) / (2n * BigInt(b));
        expect(BigInt(quotient(`${a}`, `${b}`, places).replace('.', ''))).toBe(units);
      }),
    );
  });
});

describe('the worked table', () => {
  const orders = (ad: string, values: string[]) => values.map((value, at) => cell('click', day, { ad_id: ad, lag: '0' }, 1, value, at));
  const input = {
    cells: [
      cell('clicks', day, { ad_id: 'ad_42' }, 400),
      cell('clicks', day, { ad_id: 'ad_43' }, 250),
      cell('clicks', day, { ad_id: 'brand' }, 90),
      ...orders('ad_42', Array(12).fill('90')),
      ...orders('brand', ['66.66', '66.66', '66.67', '66.67', '66.67']),
    ],
    spend: [
      spendOn(day, [
        { adId: 'ad_42', spend: '240' },
        { adId: 'ad_43', spend: '75.5' },
      ]),
    ],
  };

  it('is computed to the digit', () => {
    const { rows, totals, totalsWithSpend } = reportOf(input);
    const shown = (figures: object | undefined) => {
      const { clicks, conversions, value, spend, conversion_rate, ...more } = figures as Record<string, unknown>;
      const { cost_per_click, cost_per_conversion, return_on_ad_spend } = more;
      return [clicks, conversions, value, spend, conversion_rate, cost_per_click, cost_per_conversion, return_on_ad_spend];
    };
    expect(Object.fromEntries(Object.entries(byName(rows)).map(([name, one]) => [name, shown(one)]))).toEqual({
      'ad_42 USD': [400, 12, '1080.00', '240.00', '0.030000', '0.6000', '20.0000', '4.5000'],
      'ad_43 USD': [250, 0, '0.00', '75.50', '0.000000', '0.3020', null, '0.0000'],
      'brand USD': [90, 5, '333.33', null, '0.055556', null, null, null],
    });
    expect(totals.map(({ figures }) => shown(figures))).toEqual([
      [740, 17, '1413.33', '315.50', '0.022973', '0.4854', '26.2917', '3.4231'],
    ]);
    expect(totalsWithSpend.map(({ figures }) => shown(figures))).toEqual([
      [650, 12, '1080.00', '315.50', '0.018462', '0.4854', '26.2917', '3.4231'],
    ]);
  });

  it('has ratios of totals that differ from the sum of the ratios of its rows', () => {
    const { rows, totals } = reportOf(input);
    const sum = rows.reduce((all, { figures }) => all + Number(figures.return_on_ad_spend), 0);
    expect(sum).toBe(4.5);
    expect(totals[0]?.figures.return_on_ad_spend).toBe('3.4231');
  });
});

describe('what is unknown', () => {
  it('is null, and only a row of spend that says 0 is 0', () => {
    const { rows } = reportOf({
      cells: [cell('clicks', day, { ad_id: 'a' }, 2), cell('clicks', day, { ad_id: 'b' }, 0)],
      spend: [
        spendOn(day, [
          { adId: 'a', spend: '0' },
          { adId: 'gone', spend: '3' },
        ]),
      ],
    });
    expect(byName(rows)).toMatchObject({
      'a USD': { spend: '0.00', cost_per_click: '0.0000', return_on_ad_spend: null },
      'gone USD': { clicks: 0, spend: '3.00', conversion_rate: null, return_on_ad_spend: null },
    });
    expect(Object.keys(byName(rows))).toHaveLength(2);
  });

  it('has no currency: a click alone is a row without one, and stands on one row of several', () => {
    expect(byName(reportOf({ cells: [cell('clicks', day, { ad_id: 'a' }, 2)] }).rows)).toMatchObject({
      'a ': { clicks: 2, value: '0.00', spend: null },
    });
    const { rows, totals } = reportOf({
      cells: [
        cell('clicks', day, { ad_id: 'a' }, 10),
        cell('click', day, { ad_id: 'a' }, 1, '20'),
        cell('click', day, { ad_id: 'a', event_type: 'signup_completed', currency: 'GBP' }, 3),
      ],
      spend: [spendOn(day, [{ adId: 'a', spend: '5' }], { currency: 'EUR' })],
    });
    expect(byName(rows)).toMatchObject({
      'a EUR': {
        clicks: 10,
        conversions: 0,
        spend: '5.00',
        cost_per_click: '0.5000',
        conversion_rate: null,
        warnings: ['mixed_currencies'],
        by_type: { signup_completed: { count: 3, value: '0.00' } },
      },
      'a USD': { clicks: 0, conversions: 1, value: '20.00', spend: null, return_on_ad_spend: null },
    });
    expect(totals.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
  });

  it('of an event without value is its own where the report has amounts in it, in rows and totals alike', () => {
    const eur = { currency: 'EUR' };
    const { rows, totals } = reportOf({
      cells: [
        cell('click', day, { ad_id: 'a' }, 1, '20'),
        cell('click', day, { ad_id: 'a', ...eur }, 1),
        cell('click', day, { ad_id: 'b', ...eur }, 1, '5'),
      ],
    });
    const counts = (some: typeof rows) => some.map(({ currency, figures }) => `${currency} ${figures.conversions}`).sort();
    expect(counts(rows)).toEqual(['EUR 1', 'EUR 1', 'USD 1']);
    expect(counts(totals)).toEqual(['EUR 2', 'USD 1']);
  });
});

describe('rates of their own day', () => {
  const input = {
    cells: [
      cell('clicks', day, { ad_id: 'a' }, 10),
      cell('click', day, { ad_id: 'a', currency: 'EUR' }, 1, '10.005'),
      cell('click', '2026-11-21', { ad_id: 'a', currency: 'EUR' }, 1, '10.005'),
    ],
    spend: [spendOn(day, [{ adId: 'a', spend: '3' }], { currency: 'GBP' })],
  };

  it('convert each amount, and round the sum once', () => {
    const rates = [
      { day, from: 'EUR', to: 'USD', rate: '1.1' },
      { day: '2026-11-21', from: 'EUR', to: 'USD', rate: '1.2' },
      { day, from: 'GBP', to: 'USD', rate: '1.3' },
      { day, from: 'USD', to: 'EUR', rate: '9' },
    ];
    const { rows, missing } = reportOf(input, { currency: 'USD', rates });
    expect(missing.size).toBe(0);
    // 11.0055 + 12.006 = 23.0115, and 11.0055 / 3.9 = 2.82192….
    expect(byName(rows)).toMatchObject({
      'a USD': { value: '23.01', spend: '3.90', return_on_ad_spend: '2.8219', warnings: ['spend_partial'] },
    });
  });

  it('that are missing are named with their days', () => {
    const { missing } = reportOf(input, { currency: 'USD' });
    expect([...missing].map(([from, days]) => `${from}: ${daysText(days)}`)).toEqual(['EUR: 2026-11-20 to 2026-11-21', `GBP: ${day}`]);
  });
});

describe('the age of clicks', () => {
  const now = Date.parse('2026-11-21T00:00:00Z');
  it('has reached a bound when every click of the day has', () => {
    const bounds = ['2026-11-20', '2026-11-19', '2026-11-18', '2026-11-12', '2026-11-05', '2026-08-21'];
    expect(bounds.map((one) => reachedBound(one, 'UTC', now))).toEqual([null, '0', '1', '7', '14', '90']);
    expect(reachedBound('2026-08-20', 'UTC', now)).toBe('more');
    // In Kolkata the 19th ended 5.5 hours earlier than in London.
    expect(reachedBound('2026-11-19', 'Asia/Kolkata', now - 3_600_000)).toBe('0');
  });

  it('cuts both periods day by day, so that an old day is compared with a young one at the same age', () => {
    const lags = ['0', '1', '7', '30'];
    const on = (of: string) => lags.map((lag) => cell('click', of, { ad_id: 'a', lag }, 1, '10'));
    const input = { cells: ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19'].flatMap(on) };
    const question = { from: '2026-11-18', to: '2026-11-19', compare: 'previous_period', now } as const;
    const { rows } = reportOf(input, { ...question, sameAge: true, groupBy: ['day'] });
    expect(rows.map(({ names, figures, previous }) => [names[0], figures.conversions, previous?.conversions])).toEqual([
      ['2026-11-18', 2, 2],
      ['2026-11-19', 1, 1],
    ]);
    const any = reportOf(input, { ...question, groupBy: ['day'] }).rows;
    expect(any.map(({ figures }) => figures.conversions)).toEqual([4, 4]);
  });

  it.each([
    ['UTC', '2026-11-21T00:00:00Z'],
    ['America/New_York', '2026-11-21T05:00:00Z'],
    ['Asia/Tokyo', '2026-11-20T15:00:00Z'],
    ['Asia/Kolkata', '2026-11-20T18:30:00Z'],
  ])('reaches the bound of a day, and of the day that is compared with it, when that day is old enough in %s', (zone, reachedAt) => {
    const boundsAt = (now: number) => {
      const asked = { comparison: 'previous_period', sameAge: true, now } as const;
      const { current, previous } = periodsOf({ from: '2026-11-18', to: '2026-11-19' }, zone, asked);
      return [current.boundOf('2026-11-18'), current.boundOf('2026-11-19'), previous?.boundOf('2026-11-17')];
    };
    expect(boundsAt(Date.parse(reachedAt) - 1)).toEqual(['0', null, null]);
    expect(boundsAt(Date.parse(reachedAt))).toEqual(['1', '0', '0']);
  });

  it.each([
    ['UTC', ['2026-11-18', 1, 2], ['2026-11-19', 4, 8]],
    ['America/New_York', ['2026-11-18', 5, 10], ['2026-11-19', 0, 0]],
    ['Asia/Tokyo', ['2026-11-18', 1, 2], ['2026-11-19', 4, 8]],
    ['Pacific/Kiritimati', ['2026-11-18', 0, 0], ['2026-11-19', 5, 10]],
  ])('counts both compared periods by the days of %s', (zone, ...expected) => {
    const clicksAt = (of: string, hour: number, count: number) => cell('clicks', of, { ad_id: 'a' }, count, '0', hour * 4);
    const cells = [
      clicksAt('2026-11-18', 12, 1),
      clicksAt('2026-11-19', 2, 4),
      clicksAt('2026-11-16', 12, 2),
      clicksAt('2026-11-17', 2, 8),
    ];
    const question = { from: '2026-11-18', to: '2026-11-19', compare: 'previous_period' } as const;
    const { rows } = reportOf({ cells }, { ...question, zone, groupBy: ['day'] });
    const byDay = new Map(rows.map(({ names, figures, previous }) => [names[0], [figures.clicks, previous?.clicks]]));
    for (const [day, ...clicks] of expected) expect([day, byDay.get(String(day)) ?? [0, 0]]).toEqual([day, clicks]);
  });
});

describe('what is left out', () => {
  const input = {
    cells: [
      cell('clicks', day, { ad_id: 'a' }, 5),
      cell('clicks', day, { ad_id: 'a', traffic: 'unknown' }, 1),
      cell('clicks', day, { ad_id: 'a', traffic: 'bot' }, 7),
      cell('clicks', day, { ad_id: 'n', channel: 'email' }, 3),
      cell('click', day, { ad_id: 'n', channel: 'email' }, 1, '9'),
      cell('click', day, { ad_id: 'n', channel: 'email', traffic: 'internal' }, 1, '8'),
    ],
    spend: [
      spendOn(day, [
        { adId: 'a', spend: '1' },
        { adId: 'n', spend: '2' },
      ]),
    ],
  };

  it('is stated once each, so that shown and left out are all there is', () => {
    const { totals, leftOut } = reportOf(input);
    expect(totals[0]?.figures).toMatchObject({ clicks: 6, conversions: 0, spend: '1.00' });
    expect(leftOut.traffic.get('bot')).toMatchObject({ clicks: 7, conversions: 0 });
    expect(leftOut.traffic.get('internal')).toMatchObject({ clicks: 0, conversions: 1 });
    expect(leftOut.channels).toMatchObject({ clicks: 3, conversions: 1, spendRows: 1 });
    expect([...leftOut.channels.spend]).toEqual([['USD', '2']]);
    const all = reportOf(input, { traffic: 'all', paid: 'all' });
    expect(all.totals[0]?.figures).toMatchObject({
      clicks: 16,
      conversions: 2,
      value: '17.00',
      spend: '3.00',
    });
    expect([all.leftOut.traffic.size, all.leftOut.channels.clicks]).toEqual([0, 0]);
  });

  it('has the spend of no pixel, once rows are of pixels', () => {
    const spend = [
      spendOn(day, [{ adId: 'a', spend: '1' }]),
      spendOn(day, [{ adId: 'a', spend: '2' }], { pixelKey: 'pk_1', adAccount: 'b' }),
      spendOn(day, [{ adId: 'a', spend: '4' }], { pixelKey: 'pk_2', adAccount: 'c' }),
    ];
    const cells = [cell('clicks', day, { ad_id: 'a' }, 5)];
    const filtered = reportOf({ cells, spend }, { pixelKey: 'pk_1' });
    expect(filtered.totals[0]?.figures.spend).toBe('2.00');
    expect(filtered.leftOut.unjoinedSpend).toMatchObject({ spendRows: 1, spend: new Map([['USD', '1']]) });
    const grouped = reportOf({ cells, spend }, { groupBy: ['pixel_key'] });
    expect(byName(grouped.rows)).toMatchObject({
      'pk_1 USD': { spend: '2.00' },
      'pk_2 USD': { spend: '4.00' },
    });
    expect(reportOf({ cells, spend }).totals[0]?.figures.spend).toBe('7.00');
  });
});

describe('the period before', () => {
  it('of a year has the same days, and the last of February in place of its 29th', () => {
    const yearBefore = (from: string, to = from) => previousDays(from, to, 'previous_year');
    expect(yearBefore('2028-02-29')).toEqual({ from: '2027-02-28', to: '2027-02-28' });
    expect(yearBefore('2028-02-28', '2028-03-01')).toEqual({ from: '2027-02-28', to: '2027-03-01' });
    expect(yearBefore('2029-02-28')).toEqual({ from: '2028-02-28', to: '2028-02-28' });
    expect(yearBefore('2026-12-31', '2027-01-01')).toEqual({ from: '2025-12-31', to: '2026-01-01' });
  });

  it('of a period has as many days, which end on the day before it', () => {
    const daysBefore = (from: string, to: string) => previousDays(from, to, 'previous_period');
    expect(daysBefore('2026-11-20', '2026-11-20')).toEqual({ from: '2026-11-19', to: '2026-11-19' });
    expect(daysBefore('2027-01-01', '2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });
});

it('conversions of a click are final on the day after the last of its window, and not a day earlier', () => {
  const clicks = [cell('clicks', day, { campaign: 'c', ad_id: 'a' }, 1)];
  const at = (now: string) => reportOf({ cells: clicks }, { now: Date.parse(now) }).rows[0];
  const final = at('2027-06-01T00:00:00Z')?.figures.final_on ?? '';
  expect(final).toMatch(/^2026-12-/);
  expect(at(`${final}T00:00:00Z`)).toMatchObject({ figures: { maturing: false } });
  expect(at(new Date(Date.parse(final) - 1).toISOString())).toMatchObject({ figures: { maturing: true } });
});
