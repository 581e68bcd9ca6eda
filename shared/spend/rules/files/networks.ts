import { delimiterOf, type Line, linesOf, textOf } from './file-text.ts';
import { type ColumnField, columnsOf, headingsOf, isTable } from './headings.ts';
import { maxTitleLines } from './read-file.ts';

type Named = Partial<Record<ColumnField, string>>;

/**
 * The networks whose reports have the headings of the file. Headings of two networks can be alike, so those networks count
 * that know most of them. Without headings or text, there is none.
 */
export function networksOf(bytes: Uint8Array, named: Named): string[] {
  try {
    let seen = 0;
    for (const line of linesOf(textOf(bytes), delimiterOf(bytes))) {
      const networks = networksOfLine(line, named);
      if (networks.length > 0) return networks;
      if (++seen === maxTitleLines) break;
    }
  } catch {
    // The import reports a file that is not text.
  }
  return [];
}

function networksOfLine({ cells }: Line, named: Named): string[] {
  const scores = Object.keys(headingsOf).flatMap((network) => {
    const columns = columnsOf(cells, network, named);
    return isTable(columns) ? [{ network, score: Object.keys(columns.at).length }] : [];
  });
  const most = Math.max(...scores.map(({ score }) => score));
  return scores.filter(({ score }) => score === most).map(({ network }) => network);
}
