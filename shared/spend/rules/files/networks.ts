import { delimiterOf, type Line, linesOf, textOf } from '#shared/files/file-text.ts';
import type { ColumnField } from './columns.ts';
import { headingsOf } from './heading-names.ts';
import { apiHeadings, columnsOf, headingLine, isTable, isWithoutDay } from './headings.ts';
import { maxTitleLines } from './table-headings.ts';

type ColumnNames = Partial<Record<ColumnField, string>>;
const names = ['campaign_id', 'campaign', 'ad_group_id', 'ad_group', 'ad_id', 'ad'] as const;

/** Networks share headings, so the network with the most headings counts. Days and amounts identify no network. */
export function networksOf(bytes: Uint8Array, namedColumns: ColumnNames): string[] {
  for (const line of titleLines(bytes)) {
    const networks = networksOfLine(line, namedColumns);
    if (networks.length > 0) return networks;
  }
  return [];
}

/** A table of spend has headings of a network, of the API or of the request near its beginning. */
export function hasTable(bytes: Uint8Array, namedColumns: ColumnNames): boolean {
  const everyHeadings = [apiHeadings, ...Object.values(headingsOf)];
  return titleLines(bytes).some(({ cells }) => {
    const headed = headingLine(cells);
    return everyHeadings.some((headings) => isTable(columnsOf(headed, headings, namedColumns)));
  });
}

/** The line of the headings of a network's report without days, or `null`. */
export function lineWithoutDay(bytes: Uint8Array, namedColumns: ColumnNames): number | null {
  const headed = titleLines(bytes).find(({ cells }) =>
    Object.values(headingsOf).some((headings) => isWithoutDay(columnsOf(headingLine(cells), headings, namedColumns), namedColumns)),
  );
  return headed?.line ?? null;
}

function titleLines(bytes: Uint8Array): Line[] {
  const lines: Line[] = [];
  try {
    for (const line of linesOf(textOf(bytes), delimiterOf(bytes))) if (lines.push(line) === maxTitleLines) break;
  } catch {
    // The import itself reports a file that is not text.
  }
  return lines;
}

function networksOfLine({ cells }: Line, namedColumns: ColumnNames): string[] {
  const headed = headingLine(cells);
  const scores = Object.keys(headingsOf).flatMap((network) => {
    const columns = columnsOf(headed, headingsOf[network], namedColumns);
    const isNamed = names.some((field) => columns.at[field] !== undefined && namedColumns[field] === undefined);
    return isTable(columns) && isNamed ? [{ network, score: Object.keys(columns.at).length }] : [];
  });
  const most = Math.max(...scores.map(({ score }) => score));
  return scores.filter(({ score }) => score === most).map(({ network }) => network);
}
