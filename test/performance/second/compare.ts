import { sumSigned } from '#shared/cells/rules/signed.ts';
import { fractionOf, minorDigitsOf, one, ratioText } from './decimals.ts';
import type { Answer } from './product.ts';
import type { Report, Row } from './program.ts';
import type { Side } from './sides.ts';

type Group = Answer['totals'][number];
type Figures = NonNullable<Group['previous']>;
export type Difference = { where: string; figure: string; expected: unknown; actual: unknown };

const sumOf = (rows: readonly Figures[], of: 'clicks' | 'conversions' | 'adjusted' | 'voided') =>
  rows.reduce((sum, row) => sum + row[of], 0);

/** Amounts are exact without a `currency`, and rounded to the minor unit if `currency` is set. */
function isAmount(expected: bigint, actual: string, currency: string, isConverted: boolean): boolean {
  if (!isConverted) return fractionOf(actual) === expected;
  return fractionOf(actual) === fractionOf(ratioText(expected, one, minorDigitsOf(currency)));
}

export function differencesOf(
  expected: Report,
  answer: Pick<Answer, 'rows' | 'totals' | 'left_out'>,
  { groupBy, currency }: { groupBy: readonly string[]; currency: string | undefined },
): Difference[] {
  const all: Difference[] = [];
  const keyOf = (row: Group) => JSON.stringify(groupBy.map((name) => row[name as keyof typeof row] ?? null));
  const actual = Map.groupBy(
    answer.rows.filter((row) => expected.rows.has(keyOf(row)) || !isOfPrevious(row)),
    keyOf,
  );
  for (const key of new Set([...actual.keys(), ...expected.rows.keys()])) {
    const row = expected.rows.get(key);
    const rows = actual.get(key);
    if (!row || !rows) all.push({ where: key, figure: 'row', expected: Boolean(row), actual: Boolean(rows) });
    else all.push(...ofRow(key, row, rows, currency !== undefined));
  }
  all.push(...ofRow('totals', expected.totals, answer.totals, currency !== undefined, true, !groupBy.includes('pixel_key')));
  const { unpaid, paid, traffic, unjoined_spend } = answer.left_out;
  const others = [unpaid, paid, ...Object.values(traffic)];
  const counts = {
    clicks: others.reduce((sum, { clicks }) => sum + clicks, 0),
    conversions: others.reduce((sum, { conversions }) => sum + conversions, 0),
    spendRows: unpaid.rows + paid.rows,
    unjoinedRows: unjoined_spend?.rows ?? 0,
  };
  for (const name of ['clicks', 'conversions', 'spendRows', 'unjoinedRows'] as const)
    check(all, 'left_out', name, expected.leftOut[name], counts[name]);
  return all;
}

/** With a comparison, a row may have figures of the period before alone. */
const isOfPrevious = ({ previous, clicks, conversions, adjusted, by_type, spend, value, net_value, spend_coverage }: Group) =>
  previous !== undefined &&
  clicks + conversions + adjusted + Object.keys(by_type).length + spend_coverage.days === 0 &&
  spend === null &&
  [value, net_value].every((text) => fractionOf(text) === 0n);

function check(all: Difference[], where: string, figure: string, expected: unknown, actual: unknown) {
  if (expected !== actual) all.push({ where, figure, expected, actual });
}

type CurrencyFigures = Figures & { currency: string | null };
export function ofRow(
  where: string,
  row: Row,
  rows: readonly CurrencyFigures[],
  isConverted: boolean,
  isTotal = false,
  hasAllDays = true,
): Difference[] {
  const all: Difference[] = [];
  for (const name of ['clicks', 'conversions', 'adjusted', 'voided'] as const) check(all, where, name, row[name], sumOf(rows, name));
  for (const [currency, side] of row.byCurrency) {
    const figures = rows.find((one) => one.currency === currency);
    if (!figures) {
      check(all, where, `row of ${currency}`, 'some', 'none');
      continue;
    }
    all.push(...ofSide(`${where} ${currency}`, side, figures, { isConverted, currency, isTotal }));
    if (row.byCurrency.size > 1 || rows.length > 1 || !hasAllDays) continue;
    check(all, where, 'days', row.days, figures.spend_coverage.days);
    if (side.reason === null) {
      check(all, where, 'days_known', row.daysKnown, figures.spend_coverage.days_known);
      check(all, where, 'spend_partial', side.isPartial, figures.warnings.includes('spend_partial'));
    }
  }
  for (const { currency, value, spend, net_value } of rows)
    if (
      currency !== null &&
      (spend !== null || [value, net_value].some((text) => fractionOf(text) !== 0n)) &&
      !row.byCurrency.has(currency) &&
      row.byCurrency.size > 0
    )
      check(all, where, `row of ${currency}`, 'none', 'some');
  return all;
}

function ofSide(
  where: string,
  side: Side,
  figures: Figures,
  { isConverted, currency, isTotal }: { isConverted: boolean; currency: string; isTotal: boolean },
): Difference[] {
  const all: Difference[] = [];
  const amount = (name: string, expected: bigint | null, actual: string | null) => {
    const isEqual = expected === null || actual === null ? expected === actual : isAmount(expected, actual, currency, isConverted);
    if (!isEqual)
      all.push({
        where,
        figure: name,
        expected: expected === null ? null : ratioText(expected, one, 6),
        actual,
      });
  };
  amount('value', side.value, figures.value);
  amount('net_value', side.net, figures.net_value);
  amount('spend', side.spend, figures.spend);
  check(all, where, 'reason', side.reason, figures.reason);
  for (const name of ['return_on_ad_spend', 'net_return', 'cost_per_click', 'cost_per_conversion'] as const)
    check(all, where, name, side[name], figures[name]);
  if (isTotal) check(all, where, 'return_at_least', side.return_at_least, figures.return_at_least ?? null);
  const { spend_coverage: coverage } = figures;
  for (const name of ['clicks', 'conversions'] as const) check(all, where, `coverage ${name}`, side.coverage[name], coverage[name]);
  amount('coverage spend', side.coverage.spend, coverage.spend);
  amount('coverage value', side.coverage.value, coverage.value);
  amount('coverage unjoined', side.coverage.unjoined, coverage.unjoined_spend);
  return all;
}

type Asked = { groupBy: readonly string[]; currency: string | undefined };

/** Names of two periods are paired, so rows are compared by their sums, and without names row by row. */
export function differencesOfPrevious(
  expected: Report,
  { rows, totals }: Pick<Answer, 'rows' | 'totals'>,
  { groupBy, currency }: Asked,
): Difference[] {
  const previousOf = (all: readonly Group[]) => all.flatMap((row) => (row.previous ? [{ ...row.previous, currency: row.currency }] : []));
  const isConverted = currency !== undefined;
  const isWhole = !groupBy.includes('pixel_key');
  const all = ofRow('previous totals', expected.totals, previousOf(totals), isConverted, true, isWhole);
  const hasTimesOrNames = groupBy.some((name) => name !== 'channel' && name !== 'pixel_key');
  for (const [key, row] of hasTimesOrNames ? [] : expected.rows) {
    const own = rows.filter((one) => JSON.stringify(groupBy.map((name) => one[name as never] ?? null)) === key);
    all.push(...ofRow(`previous ${key}`, row, previousOf(own), isConverted));
  }
  const byCurrency = (some: readonly CurrencyFigures[]) => amountsOf(some, () => '');
  const [ofRows, ofTotals] = [byCurrency(previousOf(rows)), byCurrency(previousOf(totals))];
  if (!isConverted) all.push(...amountDifferences('previous rows', ofTotals, ofRows));
  return all;
}

/** The amounts of [a, b] and [b + 1, c] sum to the amounts of [a, c], row by row. */
export function splitDifferences(
  whole: Pick<Answer, 'rows'>,
  parts: readonly Pick<Answer, 'rows'>[],
  { groupBy, currency }: Asked,
): Difference[] {
  const keyOf = (row: Group) => JSON.stringify(groupBy.map((name) => row[name as keyof typeof row] ?? null));
  // Each part is rounded to the minor unit, so only exact amounts add up.
  if (currency !== undefined) return [];
  return amountDifferences(
    'parts',
    amountsOf(whole.rows, keyOf as never),
    amountsOf(
      parts.flatMap(({ rows }) => rows),
      keyOf as never,
    ),
  );
}

function amountsOf(rows: readonly CurrencyFigures[], keyOf: (row: CurrencyFigures) => string) {
  const amounts = rows.flatMap((row) =>
    (['value', 'net_value', 'spend'] as const).flatMap((name) =>
      row[name] === null ? [] : [{ key: `${keyOf(row)} ${row.currency} ${name}`, amount: row[name] as string }],
    ),
  );
  const counts = rows.flatMap((row) =>
    (['clicks', 'conversions', 'adjusted', 'voided'] as const).map((name) => ({
      key: `${keyOf(row)} ${name}`,
      amount: `${row[name]}`,
    })),
  );
  const sums = [...Map.groupBy([...amounts, ...counts], ({ key }) => key)].map(
    ([key, all]) => [key, sumSigned(all.map(({ amount }) => amount))] as const,
  );
  return new Map(sums.filter(([, sum]) => sum !== '0'));
}

function amountDifferences(where: string, expected: Map<string, string>, actual: Map<string, string>) {
  const all: Difference[] = [];
  for (const key of new Set([...expected.keys(), ...actual.keys()])) check(all, where, key, expected.get(key), actual.get(key));
  return all;
}
