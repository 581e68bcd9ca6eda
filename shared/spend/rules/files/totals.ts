import type { SentRow, SpendProblem } from '#shared/spend/rules/sent-rows.ts';
import { addDecimals, decimalOf } from '#shared/values/decimal.ts';
import type { ColumnField } from './headings.ts';

export type FileLine = {
  line: number;
  cells: Partial<Record<ColumnField, string>>;
  first: string;
  filled: number;
};

const totalWord =
  /^(total|totals|grand total|gesamt|gesamtsumme|summe|totaux|totales|totale|totaal|résultats de|results from|合計|总计)(?![\p{L}\p{N}])/iu;

/** A total line says "total", or has neither a day nor a name. */
export function isTotalLine({ cells, first }: FileLine, hasDays: boolean): boolean {
  const { campaign_id, campaign, ad_group_id, ad_group, ad_id, ad } = cells;
  const isNamed = [campaign_id, campaign, ad_group_id, ad_group, ad_id, ad].some(
    (cell) => cell !== undefined,
  );
  const day = cells.day === '--' ? undefined : cells.day;
  if (day !== undefined) return totalWord.test(day);
  // A campaign may be called "Total comfort".
  if (isNamed && cells.starts !== undefined) return false;
  if (totalWord.test(first)) return true;
  return cells.spend !== undefined && !isNamed && (hasDays || cells.starts === undefined);
}

const isPlain = (figure: string | null): figure is string =>
  figure !== null && /^\d{1,30}(\.\d{1,30})?$/.test(figure);

/** A total may include deleted campaigns, so a single total must equal the sum of the rows. */
export function totalProblems(
  rows: readonly SentRow[],
  totals: readonly { line: number; spend: string | null }[],
): SpendProblem[] {
  const plainTotals = totals.filter((total): total is { line: number; spend: string } =>
    isPlain(total.spend),
  );
  if (plainTotals.length === 0 || !rows.every(({ spend }) => isPlain(spend))) return [];
  const sum = rows.reduce((all, { spend }) => addDecimals(all, decimalOf(spend)), '0');
  if (plainTotals.some(({ spend }) => decimalOf(spend) === sum)) return [];
  const [{ line, spend } = { line: 0, spend: '' }] = plainTotals;
  return [
    {
      ...{ line, field: 'spend', code: 'total_differs' },
      message: `The file's own total is ${spend}, and its rows add up to ${sum}`,
    },
  ];
}
