import type * as z from 'zod';
import { PerformanceQuery } from '#functions/api/reports/performance-query.ts';
import type { PerformanceReport } from '#functions/api/reports/performance-schema.ts';
import { reportPerformance } from '#functions/api/reports/report-performance.ts';
import { modelledTable } from '#lib/tools/simulate/modelled-dynamo.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { keyOf } from '#shared/cells/items.ts';
import { type Contribution, type Counted, contributionsOf } from '#shared/cells/rules/cells.ts';
import { sumSigned } from '#shared/cells/rules/signed.ts';
import { sealsIn } from '#shared/cells/store/seals.ts';
import { type Adjustment, withAdjustments } from '#shared/conversions/rules/adjustments.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import { finestLevelOf } from '#shared/spend/rules/spend-rows.ts';
import { exchangeRatesIn } from '#shared/spend/store/exchange-rates.ts';
import { spendAliasesIn } from '#shared/spend/store/spend-aliases.ts';
import { spendDaysIn, storedDay } from '#shared/spend/store/spend-days.ts';
import { tableAt } from '#shared/store/table.ts';
import { sha256 } from '#shared/values/ids.ts';
import { rawNumber } from '#shared/values/json.ts';
import { currencies, dayAt, dayMs, firstDay, type History, historyDays, type Order } from './history.ts';

export type Answer = z.output<typeof PerformanceReport>;
const endOfHistory = Date.parse(firstDay) + (historyDays + 60) * dayMs;
const iso = (at: number) => new Date(at).toISOString();

/** The product reads the statements of an order in the order of `turn`, one of all permutations. */
function adjustmentsOf({ statements }: Order, turn: () => number): readonly Adjustment[] {
  const inTurn = statements.map((statement) => ({ statement, place: turn() })).sort((a, b) => a.place - b.place);
  return inTurn.reduce<readonly Adjustment[]>(
    (before, { statement: { net, at, isByArrival } }) =>
      withAdjustments(before, [
        {
          id: `adj_${at}_${net}`,
          net,
          reason: 'refund',
          effectiveAt: iso(at),
          at: iso(at),
          by: {} as never,
          ...(isByArrival && { isByArrival: true as const }),
        },
      ]),
    [],
  );
}

const countedItems = ({ clicks, orders }: History, turn: () => number) =>
  [
    ...clicks.map((click) => ({
      kind: 'session',
      pixelKey: click.pixel,
      campaign: click.campaign,
      adGroup: click.adGroup,
      adId: click.adId,
      createdAt: iso(click.at),
      facts: { channel: click.channel, traffic: click.traffic },
    })),
    ...orders.map((order) => ({
      kind: 'conversion',
      counts: true,
      eventType: order.type,
      currency: order.currency,
      value: order.value,
      occurredAt: iso(order.at),
      adjustments: adjustmentsOf(order, turn),
      click: {
        pixelKey: order.click.pixel,
        campaign: order.click.campaign,
        adGroup: order.click.adGroup,
        adId: order.click.adId,
        clickedAt: iso(order.click.at),
        channel: order.click.channel,
        traffic: order.click.traffic,
      },
    })),
  ] as unknown as Counted[];

const shardMark = 'shard shardId-00000001-0123abcd';

function cellItems(accountId: number, contributions: readonly Contribution[], arrived: string | null) {
  const cells = Map.groupBy(contributions, ({ series, day, names }) => JSON.stringify([series, day, names]));
  return [...cells.values()].map((some) => {
    const [{ series, day, names }] = some as [Contribution];
    const id = sha256(JSON.stringify([names, arrived])).slice(0, 24);
    const quarters = Map.groupBy(some, ({ quarter }) => quarter);
    return {
      ...keyOf.cell({ accountId, environment: 'live' }, series, { day, arrived: arrived ?? day, id }),
      kind: 'cell',
      names,
      shards: new Set(['a1b2']),
      [shardMark]: `${'0'.repeat(40)} ${Date.parse(arrived ?? day)}`,
      ...Object.fromEntries(
        [...quarters].flatMap(([quarter, all]) => [
          [`n${quarter}`, all.reduce((sum, { count }) => sum + count, 0)],
          [`v${quarter}`, rawNumber(sumSigned(all.map(({ value }) => value)))],
        ]),
      ),
    };
  });
}

/** The real handler over the real store, for one account a history. */
export async function startProduct() {
  const model = await modelledTable('attribution', { partitions: 4, refuses: false });
  const client = model.client();
  const table = tableAt('attribution', client.dynamo, async () => {});
  const clock = { now: endOfHistory };
  const now = () => clock.now;
  const scale = streamScaleIn(table, { now });
  const { cells, cellStates } = cellDepsOver(table, { now, scale });
  const [spendDays, spendAliases] = [spendDaysIn(table), spendAliasesIn(table)];
  const exchangeRates = exchangeRatesIn(table);
  const keys = {
    ownPixel: async (_: number, pixelKey: string) => ({ pixelKey, environment: 'live' }),
    clickWindowDays: async () => 30,
    primaryEventType: async () => 'order_created',
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

  /** Half of the days are sealed, and some contributions arrive after the seal. */
  async function store(accountId: number, history: History, random: () => number) {
    const contributions = countedItems(history, random).flatMap(contributionsOf);
    const late = new Set(contributions.filter(() => random() < 0.2));
    await table.putMany(
      cellItems(
        accountId,
        contributions.filter((one) => !late.has(one)),
        null,
      ),
    );
    clock.now = Date.parse(firstDay) + 45 * dayMs;
    if (random() < 0.8) await sealsIn(table, { now, scale, cellStates }).seal(accountId, { minCells: 1 });
    await table.putMany(cellItems(accountId, [...late], iso(clock.now).slice(0, 10)));
    clock.now = endOfHistory;
    for (const [at, { network, adAccount, rows, ...facts }] of history.accountDays.entries()) {
      const none = { impressions: null, clicks: null, reportedConversions: null, reportedValue: null };
      const all = rows.map((row) => ({ ...row, ...none }));
      const { stored } = storedDay({ ...facts, level: finestLevelOf(all), rows: all }, `import-${at}`);
      const account = { accountId, environment: 'live' as const, network, adAccount };
      expect(await spendDays.replace(account, stored, null)).toBe(true);
    }
    await spendAliases.set(accountId, 'live', [...history.aliases], []);
    const days = Array.from({ length: historyDays + 62 }, (_, at) => dayAt(at - 1));
    const pairs = currencies.flatMap((from) => ['USD', 'JPY'].filter((to) => to !== from).map((to) => [from, to] as const));
    await exchangeRates.set(
      accountId,
      pairs.flatMap(([from, to]) => days.map((day) => ({ day, from, to, rate: history.rateOf(from, to, day) }))),
      [],
    );
  }

  async function page(accountId: number, query: object): Promise<Answer> {
    const { handle } = reportPerformance as unknown as {
      handle(request: object, deps: object): Promise<{ body: Answer }>;
    };
    const request = {
      query: PerformanceQuery.parse(query),
      actor: { accountId },
      header: () => undefined,
    };
    return (await handle(request, deps)).body;
  }

  /** All rows of all pages. */
  async function report(accountId: number, query: object): Promise<Answer> {
    const first = await page(accountId, query);
    const rows = [...first.rows];
    for (let { next_cursor: cursor } = first; cursor !== null; ) {
      const next = await page(accountId, { ...query, cursor: `${cursor}.${'0'.repeat(16)}` });
      expect(next.totals).toEqual(first.totals);
      rows.push(...next.rows);
      cursor = next.next_cursor;
    }
    return { ...first, rows, next_cursor: null };
  }
  return { store, report, close: () => model.close() };
}
