// Night: it works on much data.
import type * as z from 'zod';
import { PerformanceQuery } from '#functions/api/reports/performance-query.ts';
import type { PerformanceReport } from '#functions/api/reports/performance-schema.ts';
import { reportPerformance } from '#functions/api/reports/report-performance.ts';
import { modelledTable } from '#lib/tools/simulate/modelled-dynamo.ts';
import { seeded } from '#lib/tools/simulate/seeded.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { keyOf } from '#shared/cells/items.ts';
import { type Contribution, type Counted, contributionsOf } from '#shared/cells/rules/cells.ts';
import { sealsIn } from '#shared/cells/store/seals.ts';
import { groupings } from '#shared/performance/rules/dimensions.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { exchangeRatesIn } from '#shared/spend/store/exchange-rates.ts';
import { spendAliasesIn } from '#shared/spend/store/spend-aliases.ts';
import { spendDaysIn, storedDay } from '#shared/spend/store/spend-days.ts';
import { tableAt } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';
import { rawNumber } from '#shared/values/json.ts';
import { type BruteGroup, type BruteQuery, bruteForce, moneyText, ratioText, unitsOf } from './brute-force.ts';
import { aliases, firstDay, pixels, simulatedYear, type Year, yearDays } from './simulated-year.ts';

/** A share of 1 is 200,000 clicks, 8,000 orders and 200 queries. */
const share = Number(process.env.PERFORMANCE_YEAR ?? 0.1);
const seed = Number(process.env.PERFORMANCE_SEED ?? 7);
const queries = Number(process.env.PERFORMANCE_QUERIES ?? (share < 1 ? 20 : 200));
const owner = { accountId: 1_234_567_890, environment: 'live' as const };
const dayMs = 86_400_000;
const dayAt = (number: number) => new Date(Date.parse(firstDay) + number * dayMs).toISOString().slice(0, 10);
const endOfYear = Date.parse(firstDay) + yearDays * dayMs;

const rateOf = (from: string, to: string, day: string): string =>
  (0.5 + (Number.parseInt(sha256(`${from}${to}${day}`).slice(0, 6), 16) % 9999) / 10_000).toFixed(4);

function cellItems(year: Year) {
  const counted = [
    ...year.clicks.map((click) => ({
      kind: 'session',
      pixelKey: click.pixel,
      campaign: click.campaign,
      adGroup: click.adGroup,
      adId: click.adId,
      createdAt: new Date(click.at).toISOString(),
      facts: { channel: click.channel, traffic: click.traffic },
    })),
    ...year.orders.map(({ click, at, type, cents, currency, matchedBy }) => ({
      kind: 'conversion',
      counts: true,
      eventType: type,
      currency,
      matchedBy,
      value: (cents / 100).toString(),
      occurredAt: new Date(at).toISOString(),
      click: {
        pixelKey: click.pixel,
        campaign: click.campaign,
        adGroup: click.adGroup,
        adId: click.adId,
        clickedAt: new Date(click.at).toISOString(),
        channel: click.channel,
        traffic: click.traffic,
      },
    })),
  ] as unknown as Counted[];
  const cells = new Map<string, { one: Contribution; quarters: Map<number, { n: number; cents: number }> }>();
  for (const one of counted.flatMap(contributionsOf)) {
    const id = JSON.stringify([one.series, one.day, one.names]);
    const cell = cells.get(id) ?? { one, quarters: new Map<number, { n: number; cents: number }>() };
    cells.set(id, cell);
    const { n, cents } = cell.quarters.get(one.quarter) ?? { n: 0, cents: 0 };
    cell.quarters.set(one.quarter, { n: n + 1, cents: cents + Math.round(Number(one.value) * 100) });
  }
  return [...cells.values()].map(({ one: { series, day, names }, quarters }) => ({
    ...keyOf.cell(owner, series, { day, arrived: day, id: sha256(JSON.stringify(names)).slice(0, 24) }),
    kind: 'cell',
    names,
    shards: new Set(['a1b2']),
    'shard shardId-00000001-0123abcd': `${'0'.repeat(40)} ${Date.parse(day)}`,
    ...Object.fromEntries(
      [...quarters].flatMap(([quarter, { n, cents }]) => [
        [`n${quarter}`, n],
        ...(cents > 0 ? [[`v${quarter}`, rawNumber((cents / 100).toString())]] : []),
      ]),
    ),
  }));
}

async function scene(year: Year) {
  const model = await modelledTable('attribution', { partitions: 64, refuses: false });
  const client = model.client();
  const table = tableAt('attribution', client.dynamo, async () => {});
  const clock = { now: endOfYear };
  const now = () => clock.now;
  const scale = streamScaleIn(table, { now });
  const { cells, cellStates } = cellDepsOver(table, { now, scale });
  await table.putMany(cellItems(year));
  clock.now = endOfYear - 120 * dayMs;
  await sealsIn(table, { now, scale, cellStates }).seal(owner.accountId);
  clock.now = endOfYear;
  const spendDays = spendDaysIn(table);
  const counting = new Map<string, string>();
  for (const [at, { network, adAccount, ...day }] of year.imports.entries()) {
    const of = { ...owner, network, adAccount };
    const key = `${network} ${day.day}`;
    const { stored } = storedDay(day, `import-${at}`);
    expect(await spendDays.replace(of, stored, counting.get(key) ?? null)).toBe(true);
    counting.set(key, `import-${at}`);
  }
  const [spendAliases, exchangeRates] = [spendAliasesIn(table), exchangeRatesIn(table)];
  await spendAliases.set(owner.accountId, 'live', aliases, []);
  const all = Array.from({ length: yearDays + 32 }, (_, at) => dayAt(at - 1));
  const currencies = ['USD', 'EUR', 'GBP'];
  const pairs = currencies.flatMap((from) => currencies.filter((to) => to !== from).map((to) => [from, to] as const));
  await exchangeRates.set(
    owner.accountId,
    pairs.flatMap(([from, to]) => all.map((day) => ({ day, from, to, rate: rateOf(from, to, day) }))),
    [],
  );
  const keys = {
    ownPixel: async (_: number, pixelKey: string) => ({ pixelKey, environment: 'live' }),
    clickWindowDays: async () => 30,
  };
  const cellStart = { said: async () => ({ factsSince: null, incompleteBefore: null }) };
  const accountSettings = { read: async () => ({}) };
  const deps = {
    cells,
    cellStates,
    cellStart,
    accountSettings,
    spendDays,
    spendAliases,
    exchangeRates,
    keys,
    now,
  };
  const report = async (query: object) => {
    const { handle } = reportPerformance as unknown as {
      handle(request: object, deps: object): Promise<{ body: z.output<typeof PerformanceReport> }>;
    };
    const request = {
      query: PerformanceQuery.parse(query),
      actor: { accountId: owner.accountId },
      header: () => undefined,
    };
    return (await handle(request, deps)).body;
  };
  return { report, close: () => model.close(), used: client.used, clock };
}

function anyQuery(random: () => number): BruteQuery {
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
  const length = pick([1, 7, 30, 90, 200]);
  const compare = random() < 0.4 ? ('previous_period' as const) : ('none' as const);
  // The compared days are in the same year, so that each has a rate.
  const first = compare === 'none' || length > 90 ? 0 : length;
  const start = first + Math.floor(random() * (yearDays - first - length));
  const basis = random() < 0.7 ? ('click' as const) : ('occurred' as const);
  const isCompared = compare !== 'none' && length <= 90;
  return {
    from: dayAt(start),
    to: dayAt(start + length - 1),
    basis,
    zone: pick(['UTC', 'Asia/Kolkata', 'America/New_York']),
    groupBy: groupings
      .filter(() => random() < 0.35)
      .slice(0, 5)
      .concat([]) as string[],
    conversion: random() < 0.8 ? 'order_created' : 'signup_completed',
    traffic: random() < 0.7 ? 'human' : 'all',
    paid: pick(['true', 'true', 'all', 'false']),
    pixel: random() < 0.2 ? pick(pixels) : undefined,
    currency: random() < 0.5 ? pick(['USD', 'EUR']) : undefined,
    compare: isCompared ? compare : 'none',
    sameAge: isCompared && basis === 'click' && random() < 0.5,
    now: endOfYear,
  };
}

const askedOf = (query: BruteQuery) => ({
  from: query.from,
  to: query.to,
  time_zone: query.zone,
  group_by: query.groupBy.join(','),
  conversion: query.conversion,
  time_basis: query.basis,
  traffic: query.traffic,
  paid: query.paid,
  compare: query.compare,
  compare_age: query.sameAge ? 'same' : 'any',
  limit: 10_000,
  ...(query.pixel && { pixel_key: query.pixel }),
  ...(query.currency && { currency: query.currency }),
});

type Side = Record<string, unknown>;
function expectedSides(group: BruteGroup | undefined, { basis, currency }: BruteQuery): Map<string, Side> {
  const { clicks = 0, byCurrency = new Map() } = group ?? {};
  const amounts = [...byCurrency.values()] as Money[];
  const hasSeveralRows = amounts.filter(hasAmount).length > 1;
  const isMixed = amounts.filter(({ value, spend }) => value !== 0n || spend !== null).length > 1;
  const sides = new Map<string, Side>();
  for (const [of, money] of byCurrency) {
    const { conversions, value, spend } = money;
    const ratio = (top: bigint | null, bottom: bigint | null, places: number) =>
      isMixed || top === null || !bottom ? null : ratioText(top, bottom, places);
    if (!hasSeveralRows)
      sides.set(currency ?? of, {
        clicks,
        conversions,
        value: moneyText(value),
        spend: spend === null ? null : moneyText(spend),
        conversion_rate: basis === 'click' ? ratio(unitsOf(conversions), unitsOf(clicks), 6) : null,
        average_value: ratio(value, unitsOf(conversions), 4),
        impressions: money.impressions,
        platform_clicks: money.platformClicks,
        by_type: Object.fromEntries(
          Object.entries(money.byType as Record<string, { count: number; value: bigint }>).map(([type, one]) => [
            type,
            { count: one.count, value: moneyText(one.value) },
          ]),
        ),
      });
    else
      sides.set(of, {
        value: moneyText(value),
        spend: spend === null ? null : moneyText(spend),
        ...(isMixed && {
          conversion_rate: null,
        }),
      });
  }
  return sides;
}
type Money = BruteGroup['byCurrency'] extends Map<string, infer M> ? M : never;
const hasAmount = ({ value, spend, byType }: Money) =>
  value !== 0n || spend !== null || Object.values(byType).some((one) => one.value !== 0n);

function withoutEmpty(group: BruteGroup): BruteGroup {
  const all = [...group.byCurrency];
  const full = all.filter(([, money]) => hasAmount(money));
  if (full.length > 1 || all.length < 2) return group;
  const [currency, into] = (full[0] ?? all[0]) as [string, Money];
  const sum: Money = { ...into, byType: { ...into.byType } };
  for (const [of, money] of all) {
    if (of === currency) continue;
    sum.conversions += money.conversions;
    for (const [type, one] of Object.entries(money.byType)) {
      const before = sum.byType[type] ?? { count: 0, value: 0n };
      sum.byType[type] = { count: before.count + one.count, value: before.value + one.value };
    }
  }
  return { clicks: group.clicks, byCurrency: new Map([[currency, sum]]) };
}

it(`a report of a simulated year equals a brute-force program over its raw events, for ${queries} random queries`, async () => {
  const year = simulatedYear(seed, share);
  const { report, close, used } = await scene(year);
  const brute = bruteForce(year, rateOf);
  const random = seeded(seed + 1);
  const seconds = { report: 0, brute: 0 };
  const cpu = () => process.cpuUsage().user / 1e6;
  const seen = { rows: 0, spend: 0, mixed: 0, previous: 0, units: 0 };
  for (let number = 0; number < queries; number++) {
    const query = anyQuery(random);
    if (query.groupBy.length === 0) query.groupBy = ['ad_id'];
    const note = `query ${number}: ${JSON.stringify(query)}`;
    let began = cpu();
    const expected = brute(query);
    seconds.brute += cpu() - began;
    began = cpu();
    const unitsBefore = used.readUnits;
    const answer = await report(askedOf(query));
    seconds.report += cpu() - began;
    seen.units = Math.max(seen.units, used.readUnits - unitsBefore);
    const rowsOfAll = [...answer.rows];
    for (let { next_cursor: cursor } = answer; cursor !== null; ) {
      const page = await report({ ...askedOf(query), cursor: `${cursor}.${'0'.repeat(16)}` });
      rowsOfAll.push(...page.rows);
      cursor = page.next_cursor;
    }
    const rows = Map.groupBy(rowsOfAll, (row) => JSON.stringify(query.groupBy.map((name) => row[name as keyof typeof row] ?? null)));
    const keys = new Set([...expected.groups.keys(), ...(expected.previous?.keys() ?? [])]);
    expect(new Set(rows.keys()), note).toEqual(keys);
    for (const key of keys) {
      const some = rows.get(key) ?? [];
      const group = expected.groups.get(key);
      seen.rows += some.length;
      expect(
        some.reduce((sum, { clicks }) => sum + clicks, 0),
        note + key,
      ).toBe(group?.clicks ?? 0);
      const numerators = [...(group?.byCurrency.values() ?? [])].reduce((sum, one) => sum + one.conversions, 0);
      expect(
        some.reduce((sum, { conversions }) => sum + conversions, 0),
        note + key,
      ).toBe(numerators);
      const sides = expectedSides(group && withoutEmpty(group), query);
      for (const [currency, side] of sides) {
        const isEmpty = side.value === '0.00' && side.spend === null;
        const row = some.find((one) => one.currency === currency) ?? (isEmpty && some.length === 1 ? some[0] : undefined);
        if (!row) {
          expect([side.value, side.spend], note + key).toEqual(['0.00', null]);
          continue;
        }
        const isAlone = some.length === 1;
        const { clicks, conversion_rate, conversions, by_type, average_value, ...money } = side;
        const counts = {
          clicks,
          conversion_rate,
          conversions,
          by_type,
          average_value,
        };
        expect(row, note + key).toMatchObject(isAlone ? { ...money, ...counts } : money);
        if (isAlone) expect(row?.by_type, note + key).toEqual(by_type ?? row?.by_type);
        seen.spend += side.spend === null ? 0 : 1;
        seen.mixed += isAlone ? 0 : 1;
      }
      if (!expected.previous) continue;
      const before = expected.previous.get(key);
      expect(
        some.reduce((sum, { previous }) => sum + (previous?.clicks ?? 0), 0),
        note + key,
      ).toBe(before?.clicks ?? 0);
      for (const [currency, side] of expectedSides(before && withoutEmpty(before), query)) {
        const row = some.find((one) => one.currency === currency);
        if (row) expect(row.previous, note + key).toMatchObject({ value: side.value, spend: side.spend });
        seen.previous++;
      }
    }
    const kinds = Object.entries(answer.left_out.traffic).map(([kind, { clicks, conversions }]) => [kind, { clicks, conversions }]);
    expect(Object.fromEntries(kinds), note).toEqual(
      Object.fromEntries([...expected.left.traffic].filter(([, one]) => one.clicks + one.conversions > 0)),
    );
    const { unpaid, paid, unjoined_spend } = answer.left_out;
    expect([unpaid.clicks + paid.clicks, unpaid.conversions + paid.conversions], note).toEqual([
      expected.left.channels.clicks,
      expected.left.channels.conversions,
    ]);
    expect([unpaid.rows + paid.rows, unjoined_spend?.rows], note).toEqual([expected.left.channels.spendRows, expected.left.unjoined]);
  }
  close();
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(50);
  if (process.env.PERFORMANCE_YEAR)
    process.stdout.write(`${JSON.stringify({ clicks: year.clicks.length, orders: year.orders.length, seconds, ...seen })}\n`);
}, 3_600_000);
