import type { DecimalMark } from '#shared/files/numbers.ts';
import { type ColumnField, columnFields } from './columns.ts';
import { type Headings, longerPeriods } from './heading-names.ts';

export const apiHeadings: Headings = Object.fromEntries(columnFields.map((field) => [field, field]));

export type Columns = {
  at: Partial<Record<ColumnField, number>>;
  currency: string | null;
  markOfLanguage: DecimalMark | null;
  isLonger: boolean;
};

const headingsWithPoint = /^((total )?(cost|spend|spent|amount spent)\b|費用|消化金額)/;

const tidy = (heading: string) =>
  heading
    .normalize('NFKC')
    .replace(/[\u2019\u02bc]/g, "'")
    .replace(/[\p{Cf}]/gu, '')
    .replace(/[\s_]+/g, ' ')
    .trim()
    .toLowerCase();

/** A title line is examined for each network, so its cells are bounded, and each is normalized once. */
const [maxHeadings, maxHeadingCharacters] = [200, 200];

export type HeadingLine = { headings: string[]; places: Map<string, number>; isLonger: boolean };

export function headingLine(cells: readonly string[]): HeadingLine {
  const headings = cells.slice(0, maxHeadings).map((cell) => (cell.length > maxHeadingCharacters ? '' : tidy(cell)));
  // The last entry of a repeated key wins, and the first of repeated columns counts.
  const places = new Map(headings.map((heading, at) => [heading, at] as const).reverse());
  return { headings, places, isLonger: headings.some((heading) => longerPeriods.has(heading)) };
}

type NamesOf = Partial<Record<ColumnField, string[]>>;
const namesOfHeadings = new Map<Headings, NamesOf>();
function tidyNames(knownHeadings: Headings): NamesOf {
  const names =
    namesOfHeadings.get(knownHeadings) ??
    Object.fromEntries(Object.entries(knownHeadings).map(([field, text]) => [field, text.split('|').map(tidy)]));
  namesOfHeadings.set(knownHeadings, names);
  return names;
}

export function columnsOf(
  { headings, places, isLonger }: HeadingLine,
  knownHeadings: Headings | undefined,
  namedColumns: Partial<Record<ColumnField, string>>,
): Columns {
  const columns: Columns = { at: {}, currency: null, markOfLanguage: null, isLonger };
  const takenPlaces = new Set<number>();
  const placeOf = (name: string): number => {
    const star = name.indexOf('*');
    if (star < 0) return places.get(name) ?? -1;
    const [before, after] = [name.slice(0, star), name.slice(star + 1)];
    return headings.findIndex(
      (heading) =>
        heading.startsWith(before) &&
        heading.endsWith(after) &&
        /^[a-z]{3}$/.test(heading.slice(before.length, heading.length - after.length)),
    );
  };
  const place = (field: ColumnField, names: readonly string[]) => {
    for (const name of names) {
      const at = placeOf(name);
      if (at < 0 || takenPlaces.has(at)) continue;
      columns.at[field] = at;
      takenPlaces.add(at);
      const code = /\(([a-z]{3})\)$/.exec(headings[at] ?? '')?.[1];
      if (field === 'spend' && code) columns.currency = code.toUpperCase();
      if (field === 'spend' && namedColumns.spend === undefined)
        columns.markOfLanguage = headingsWithPoint.test(headings[at] ?? '') ? '.' : ',';
      return;
    }
  };
  for (const field of columnFields) if (namedColumns[field] !== undefined) place(field, [tidy(namedColumns[field])]);
  const names = knownHeadings ? tidyNames(knownHeadings) : {};
  for (const field of columnFields) if (namedColumns[field] === undefined) place(field, names[field] ?? []);
  return columns;
}

export const isTable = ({ at }: Columns): boolean => at.spend !== undefined && (at.day !== undefined || at.starts !== undefined);

export const withoutDayText = 'This report has no day: add the segment Day and export again';

/** The usual download of a network has the sums of a period. */
export const isWithoutDay = ({ at }: Columns, { day, starts }: Partial<Record<ColumnField, string>>): boolean =>
  ![at.day, at.starts, day, starts].some((stated) => stated !== undefined) &&
  at.spend !== undefined &&
  [at.campaign, at.campaign_id, at.ad_group, at.ad].some((place) => place !== undefined);
