import type { SentRow } from '#shared/spend/rules/sent-row.ts';
import { levelOf, spendLevels } from '#shared/spend/rules/spend-rows.ts';
import type { CurrencyOf, FileRow } from './file-rows.ts';
import { decimalOfUnits, roundingOf, sumOf } from './sums.ts';
import { isTotalName } from './totals.ts';

/** A campaign's row whose amount is the sum of its ads' rows of that day is their total. */
export function withoutSubtotals(fileRows: readonly FileRow[], currencyOf: CurrencyOf): FileRow[] {
  const subtotals = new Set<FileRow>();
  const bare = new Map(fileRows.map((fileRow) => [fileRow, withoutTotalNames(fileRow.row)]));
  for (const coarse of [2, 1]) {
    const rows = fileRows.filter((row) => !subtotals.has(row) && row.to === row.row.day);
    const groups = Map.groupBy(rows, (row) => groupOf(bare.get(row) ?? row.row, coarse));
    for (const group of groups.values()) {
      const depth = (row: FileRow) => spendLevels.indexOf(levelOf(bare.get(row) ?? row.row));
      const above = group.filter((row) => depth(row) === coarse);
      const below = group.filter((row) => depth(row) > coarse);
      const [first] = above;
      if (!first || below.length === 0 || new Set(group.map(({ row }) => currencyOf(row))).size > 1) continue;
      const [total, sum] = [sumOf(above.map(({ row }) => row)), sumOf(below.map(({ row }) => row))];
      const isSame = total.impressions === null || sum.impressions === null || total.impressions === sum.impressions;
      if (isSame && roundingOf(decimalOfUnits(total.units), sum, currencyOf(first.row)) !== null)
        for (const row of above) subtotals.add(row);
    }
  }
  return fileRows.filter((row) => !subtotals.has(row));
}

/** An ad group called Total is the campaign's total, if its amount says so. */
function withoutTotalNames(row: SentRow): SentRow {
  if (isTotalName(row.ad) && row.adId === null) return { ...row, ad: null };
  return isTotalName(row.adGroup) && row.adGroupId === null && levelOf(row) === 'ad_group' ? { ...row, adGroup: null } : row;
}

const groupOf = (row: SentRow, depth: number) =>
  JSON.stringify([row.day, row.campaignId ?? row.campaign, ...(depth > 1 ? [row.adGroupId ?? row.adGroup] : [])]);
