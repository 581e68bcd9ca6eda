// Slow: it works on much data.
import { modelledTable } from '#lib/tools/simulate/modelled-dynamo.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { keyOf } from '#shared/cells/items.ts';
import type { Series } from '#shared/cells/rules/cells.ts';
import { sealsIn } from '#shared/cells/store/seals.ts';
import { type Bound, bounds, type PerformanceDeps, readPerformance } from '#shared/performance/read-performance.ts';
import { periodsOf } from '#shared/performance/rules/periods.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { exchangeRatesIn } from '#shared/spend/store/exchange-rates.ts';
import { spendAliasesIn } from '#shared/spend/store/spend-aliases.ts';
import { spendDaysIn, storedDay } from '#shared/spend/store/spend-days.ts';
import { tableAt } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';
import { spendOn } from './memory.ts';

const owner = { accountId: 1_234_567_890, environment: 'live' as const };
/** The data begin and end 30 days around the two periods, because their clicks and spend join too. */
const [from, to] = ['2026-02-03', '2026-09-30'];
const dayMs = 86_400_000;
const pixel = 'pk_live_4fTq0ZkJ8vW2nRxLmP7aBc';

it('a report of 90 days and 40 ads with the period before reads at most 90 units once cells are sealed', async () => {
  const model = await modelledTable('attribution', { partitions: 64, refuses: false });
  const clock = { now: Date.parse(`${to}T12:00:00Z`) };
  const client = model.client();
  const table = tableAt('attribution', client.dynamo, async () => {});
  const now = () => clock.now;
  const scale = streamScaleIn(table, { now });
  const { cells, cellStates } = cellDepsOver(table, { now, scale });
  const spendDays = spendDaysIn(table);
  const days = daysBetween(from, to);
  const namesOf = (ad: number) => [pixel, 'paid_search', `campaign_${ad % 8}`, `g${ad % 20}`, `ad_${ad}`];
  await table.putMany(
    days.flatMap((day) =>
      Array.from({ length: 40 }, (_, ad) => {
        const itemOf = (series: Series, more: string[], quarters: object) => ({
          ...keyOf.cell(owner, series, { day, arrived: day, id: sha256(`${ad} ${more}`).slice(0, 24) }),
          names: [...namesOf(ad), ...more],
          shards: new Set(['a1b2']),
          ...quarters,
          'shard shardId-00000001-0123abcd': `${'0'.repeat(40)} ${Date.parse(day)}`,
        });
        return [
          itemOf('clicks', ['human'], { n3: 4, n50: 8 }),
          itemOf('clicks', ['bot'], { n3: 2 }),
          ...['0', '7'].map((lag) => itemOf('click', ['human', 'order_created', 'USD', 'svc_click_id', lag], { n50: 1, v50: 25.5 })),
        ];
      }).flat(),
    ),
  );
  for (const day of days) {
    const rows = Array.from({ length: 40 }, (_, ad) => ({
      campaign: `campaign_${ad % 8}`,
      adId: `ad_${ad}`,
      spend: '3.25',
    }));
    const { stored } = storedDay(spendOn(day, rows), 'import');
    await spendDays.replace({ ...owner, network: 'google_ads', adAccount: 'a' }, stored, null);
  }
  for (const later of [5, 1]) {
    clock.now += later * dayMs;
    await sealsIn(table, { now, scale, cellStates }).seal(owner.accountId);
  }
  const { current, previous } = periodsOf({ from: '2026-06-03', to: '2026-08-31' }, 'Asia/Kolkata', {
    comparison: 'previous_period',
    sameAge: false,
    now: clock.now,
  });
  const before = client.used.readUnits;
  const calls = client.used.calls;
  const read = await readPerformance(
    owner,
    {
      periods: previous ? [current, previous] : [],
      basis: 'click',
      adjustedOn: 'order',
      currency: 'EUR',
      pixelKey: undefined,
      zone: 'Asia/Kolkata',
      groupBy: ['ad_id'],
      conversion: 'order_created',
      traffic: 'human',
      paid: 'true',
      showsUnjoined: true,
    },
    {
      cells,
      cellStates,
      spendDays,
      spendAliases: spendAliasesIn(table),
      exchangeRates: exchangeRatesIn(table),
    },
    { windowOf: async () => 30, exceeded: (bound) => expect.unreachable(bound) as never },
  );
  model.close();
  expect(read.current.groups.size).toBe(40);
  const clicks = [...read.current.groups.values()].reduce((sum, { sums }) => sum + sums.clicks, 0);
  expect(clicks).toBe(90 * 40 * 12);
  expect(read.missingRates.get('USD')?.size).toBe(180);
  expect(client.used.readUnits - before).toBeLessThanOrEqual(90);
  expect(client.used.calls - calls).toBeLessThanOrEqual(18);
});

describe('a report that is too large', () => {
  const day = '2026-08-31';
  const ask = async (deps: Partial<PerformanceDeps>) => {
    const { current } = periodsOf({ from: day, to: day }, 'UTC', {
      comparison: 'none',
      sameAge: false,
      now: Date.parse(day),
    });
    const none = {
      cells: { between: async function* () {} },
      cellStates: { one: async () => ({ recounts: [], sealedThrough: '', last: 0 }) },
      spendDays: { between: async function* () {} },
      spendAliases: { all: async () => [] },
      exchangeRates: { between: async () => [] },
    } as unknown as PerformanceDeps;
    const exceeded = (bound: Bound): never => {
      throw new Error(bound);
    };
    return await readPerformance(
      owner,
      {
        periods: [current],
        basis: 'click',
        adjustedOn: 'order',
        currency: null,
        pixelKey: undefined,
        zone: 'UTC',
        groupBy: ['ad_id'],
        conversion: 'order_created',
        traffic: 'human',
        paid: 'true',
        showsUnjoined: true,
      },
      { ...none, ...deps },
      { windowOf: async () => 30, exceeded },
    );
  };
  const names = [pixel, 'paid_search', 'Same', '', 'Video', 'human', '', '', '', ''];

  it('of cells stops reading at its bound', async () => {
    let read = 0;
    const between = async function* () {
      for (;;) {
        read++;
        yield [{ series: 'clicks', day, names, count: 1, value: '0', quarters: [] }];
      }
    };
    await expect(ask({ cells: { between } as never })).rejects.toThrow('cells');
    expect(read).toBe(bounds.cells + 1);
  });

  it('of spend stops at its bound, and so do names that all join each other', async () => {
    const rows = Array.from({ length: 3000 }, (_, at) => ({
      campaign: 'Same',
      ad: 'Video',
      adGroupId: `${at}`,
      spend: '1',
    }));
    const endless = async function* () {
      for (;;) yield spendOn(day, rows);
    };
    await expect(ask({ spendDays: { between: endless } as never })).rejects.toThrow('spendRows');
    const once = async function* () {
      yield spendOn(day, rows);
    };
    const cells = async function* () {
      for (let at = 0; at < 3000; at++)
        yield [{ series: 'clicks', day, names: names.with(3, `g${at}`), count: 1, value: '0', quarters: [] }];
    };
    await expect(ask({ spendDays: { between: once } as never, cells: { between: cells } as never })).rejects.toThrow('joins');
  });
});
