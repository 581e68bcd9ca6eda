import type { SentRow } from '#shared/spend/rules/sent-row.ts';
import type { ColumnField } from './columns.ts';

export type FileLine = {
  line: number;
  cells: Partial<Record<ColumnField, string>>;
  first: string;
  filled: number;
};

const words =
  'total|totals|grand total|overall total|sum|all|alle|gesamt|gesamtsumme|gesamtergebnis|summe|insgesamt|total général|totaux|tous|' +
  'totales|total general|todos|todas|total geral|totale|totale complessivo|tutti|tutte|totaal|eindtotaal|totalt|totalsumma|yhteensä|' +
  'suma|suma końcowa|razem|celkem|celkový součet|összesen|итого|всего|общий итог|toplam|genel toplam|合計|总计|合计|總計|합계|총계';
const beginsWithTotal = new RegExp(`^(${words}|results from|résultats de|total of)(?![\\p{L}\\p{N}])`, 'iu');
const countedResults =
  /^(results from|résultats de|ergebnisse (?:aus|von)|resultados de|risultati (?:di|da)|resultaten van|resultat från|total of|total -) \d+/i;
const isOnlyTotal = new RegExp(`^(?:${words})(?:\\s*[:(–—-].*)?$`, 'iu');

/** A campaign may be called "Total comfort", so the name of a total has nothing else, or a count of results. */
export const isTotalName = (name: string | null): boolean =>
  name !== null && (isOnlyTotal.test(name.trim()) || countedResults.test(name.trim()));

export const namesOf = (row: SentRow) => [row.campaignId, row.campaign, row.adGroupId, row.adGroup, row.adId, row.ad] as const;

/** A line without a day is a total if it says so, or has an amount without a name. */
export function isTotalLine({ cells, first }: FileLine, hasDays: boolean): boolean {
  const { campaign_id, campaign, ad_group_id, ad_group, ad_id, ad } = cells;
  const isStated = (cell: string | undefined) => cell !== undefined && !/^[-–—]{1,2}$/.test(cell);
  const isNamed = [campaign_id, campaign, ad_group_id, ad_group, ad_id, ad].some(isStated);
  if (cells.day !== undefined && isStated(cells.day)) return beginsWithTotal.test(cells.day);
  // Meta's totals have the dates of their period, so their amounts decide.
  if (cells.starts !== undefined && (isNamed || !hasDays)) return false;
  if (beginsWithTotal.test(first)) return true;
  return cells.spend !== undefined && !isNamed && (hasDays || cells.starts === undefined);
}
