import type { SentRow, SpendProblem } from '#shared/spend/rules/sent-row.ts';
import { type Decimal, money } from '#shared/values/decimal.ts';
import type { CurrencyOf, FileRow } from './file-rows.ts';
import { type PeriodSums, periodSums } from './period-sums.ts';
import { withoutSubtotals } from './subtotals.ts';
import { decimalOfUnits, isPlainFigure, isSameCount, noRows, roundingOf, type Sum, sumWith } from './sums.ts';
import { isTotalName, namesOf } from './totals.ts';

export type FileTotal = { line: number; spend: string | null; currency: string | null };
export type TotalDifference = { amount: Decimal; currency: string };
export type WithoutTotals = {
  rows: FileRow[];
  totals: number;
  problems: SpendProblem[];
  difference: TotalDifference | null;
};

/** A round that finds a campaign among the totals changes the other sums. */
const maxRounds = 5;

type Accepted = { rows: number; difference: bigint; currency: string };

/**
 * A total is known by its amount: a row without a name, or with the name of a total, is left out if its amount is the
 * sum of the other rows of its period. `currency` is the currency of rows that name none.
 */
export function withoutTotals(fileRows: readonly FileRow[], fileTotals: readonly FileTotal[], currency: string | null): WithoutTotals {
  const nothing = { rows: [...fileRows], totals: 0, problems: [], difference: null };
  if (!fileRows.every(({ row }) => isPlainFigure(row.spend))) return nothing;
  const currencyOf = (of: { currency: string | null }) => of.currency ?? currency ?? 'USD';
  const accepted: Accepted[] = [];
  let rows = withoutSubtotals(fileRows, currencyOf);
  let candidates = rows.filter(({ row }) => isCandidate(row));
  // Without other rows, these rows are of the whole account.
  if (candidates.length === rows.length) candidates = [];
  const problems: SpendProblem[] = [];
  for (let round = 1; candidates.length > 0; round++) {
    const asked = new Set(candidates);
    const sums = periodSums(
      rows.filter((row) => !asked.has(row)),
      currencyOf,
    );
    const results = candidates.map((candidate) => ({ candidate, ...judged(candidate, sums, currencyOf) }));
    // A campaign may have the name of a total, and then belongs to the sums.
    const totals = results.filter(
      ({ candidate, difference, sum }) => isUnnamed(candidate.row) || (difference !== null && sum.rows > 0 && round <= maxRounds),
    );
    candidates = totals.map(({ candidate }) => candidate);
    if (totals.length < results.length) continue;
    const compared = totals.filter(({ sum }) => sum.rows > 0);
    for (const { candidate, difference, sum } of compared)
      if (difference === null) problems.push(differs(candidate.row, sum, candidate.row.line));
      else accepted.push({ rows: sum.rows, difference, currency: currencyOf(candidate.row) });
    const left = new Set(compared.map(({ candidate }) => candidate));
    rows = rows.filter((row) => !left.has(row));
    break;
  }
  problems.push(...ofFileTotals(rows, fileTotals, currencyOf, accepted));
  const widest = accepted.reduce<Accepted | null>((most, one) => (most === null || one.rows > most.rows ? one : most), null);
  return {
    rows,
    totals: fileRows.length - rows.length,
    problems,
    difference: widest && widest.difference !== 0n ? { amount: money(decimalOfUnits(widest.difference)), currency: widest.currency } : null,
  };
}

const isUnnamed = (row: SentRow) => namesOf(row).every((name) => name === null);
const isCandidate = (row: SentRow) => namesOf(row).every((name) => name === null || isTotalName(name));

function judged({ row, to }: FileRow, sums: PeriodSums, currencyOf: CurrencyOf) {
  const currency = currencyOf(row);
  const sum = sums(currency, row.day, to);
  const isSame = isUnnamed(row) || (isSameCount(row.impressions, sum.impressions) && isSameCount(row.clicks, sum.clicks));
  return { sum, difference: isSame ? roundingOf(row.spend, sum, currency) : null };
}

/** The file's own totals may include deleted campaigns, or be of a part, so one of them must be the sum of the rows. */
function ofFileTotals(
  rows: readonly FileRow[],
  fileTotals: readonly FileTotal[],
  currencyOf: CurrencyOf,
  accepted: Accepted[],
): SpendProblem[] {
  const totals = fileTotals.filter((total): total is FileTotal & { spend: string } => isPlainFigure(total.spend));
  const sums = new Map<string, Sum>();
  for (const { row } of rows) sums.set(currencyOf(row), sumWith(sums.get(currencyOf(row)) ?? noRows, row));
  // A total without a currency says nothing of rows in several currencies.
  const compared = totals.filter(({ currency }) => currency !== null || sums.size < 2);
  if (compared.length === 0) return [];
  for (const total of compared) {
    const currency = total.currency ?? sums.keys().next().value ?? currencyOf(total);
    const sum = sums.get(currency) ?? noRows;
    const difference = roundingOf(total.spend, sum, currency);
    if (difference === null) continue;
    accepted.push({ rows: sum.rows, difference, currency });
    return [];
  }
  const [{ line, currency, ...total } = { line: 0, currency: null, spend: '0' }] = compared;
  return [differs(total, sums.get(currency ?? sums.keys().next().value ?? '') ?? noRows, line)];
}

const differs = ({ spend }: { spend: string }, { units }: Sum, line: number): SpendProblem => ({
  line,
  field: 'spend',
  code: 'total_differs',
  message: `The line looks like a total: it says ${spend}, and the other rows of its days add up to ${decimalOfUnits(units)}. A campaign may be missing: add its row, name the row, or leave the line out`,
});
