import { fileNotes } from '#shared/files/file-notes.ts';
import type { SentRow, SpendProblem } from './sent-row.ts';

const levels = [
  { id: 'campaignId', name: 'campaign', field: 'campaign_id' },
  { id: 'adGroupId', name: 'adGroup', field: 'ad_group_id' },
  { id: 'adId', name: 'ad', field: 'ad_id' },
] as const;
type Level = (typeof levels)[number];

export type SpendWarning = { code: SpendWarningCode; fields: string[]; message: string };
export const spendWarnings = ['rounded_id', 'id_of_several_names', ...fileNotes, 'currency_changed'] as const;
export type SpendWarningCode = (typeof spendWarnings)[number];

/** A spreadsheet writes a long number as `1.20213E+17` or with decimals. */
const rewritten = /^\d(?:[.,]\d+)?e\+\d+$|^\d+[.,]0+$/i;
/** A spreadsheet keeps 15 digits of a number, and writes zeros after them. */
const keptDigits = 15;
/** A single long ID may end with zeros by chance. */
const fewestZeros = 3;

function isRounded(ids: ReadonlySet<string>): boolean {
  const longIds = [...ids].filter((id) => /^\d{16,40}$/.test(id));
  const zeros = longIds.reduce((sum, id) => sum + id.length - keptDigits, 0);
  return zeros >= fewestZeros && longIds.every((id) => /^0+$/.test(id.slice(keptDigits)));
}

/** Rows whose ID lost its digits go by their names, so that no lines of different names are added up. */
export function withoutLostIds(rows: readonly SentRow[]): {
  rows: SentRow[];
  warnings: SpendWarning[];
  problems: SpendProblem[];
} {
  const warnings: SpendWarning[] = [];
  const problems: SpendProblem[] = [];
  let current = [...rows];
  for (const level of levels) {
    const { id, name, field } = level;
    const ids = new Set(current.flatMap((row) => row[id] ?? []));
    if (ids.size === 0) continue;
    const areRounded = isRounded(ids);
    const isLost = (text: string) => rewritten.test(text) || (areRounded && /^\d{16,40}$/.test(text));
    const lostIds = new Set([...ids].filter(isLost));
    const severalNames = idsOfSeveralNames(current, level, lostIds);
    if (lostIds.size > 0) warnings.push({ code: 'rounded_id', fields: [field], message: roundedText });
    if (severalNames.size > 0) warnings.push({ code: 'id_of_several_names', fields: [field], message: severalText });
    current = current.map((row) => {
      const text = row[id];
      if (text === null) return row;
      if (lostIds.has(text) && row[name] === null) problems.push({ line: row.line, field, code: 'rounded_id', message: noNameText });
      const isWithoutId = lostIds.has(text) || (severalNames.has(keyOf(row, id)) && row[name] !== null);
      return isWithoutId ? { ...row, [id]: null } : row;
    });
  }
  return { rows: current, warnings, problems };
}

const keyOf = (row: SentRow, id: Level['id']) =>
  JSON.stringify([row.day, row[id], ...(id === 'campaignId' ? [] : [row.campaignId ?? row.campaign])]);
const folded = (name: string) => name.normalize('NFKC').trim().toLowerCase();

function idsOfSeveralNames(rows: readonly SentRow[], { id, name }: Level, lostIds: ReadonlySet<string>): Set<string> {
  const names = new Map<string, string>();
  const several = new Set<string>();
  for (const row of rows) {
    const text = row[name];
    if (row[id] === null || text === null || lostIds.has(row[id])) continue;
    const key = keyOf(row, id);
    const before = names.get(key);
    if (before === undefined) names.set(key, text);
    else if (before !== text && folded(before) !== folded(text)) several.add(key);
  }
  return several;
}

const roundedText = 'A spreadsheet rounded the IDs of this column, so their rows go by name. Export the report again without opening it';
const severalText = 'An ID has several names on a day, so its rows are kept apart by name';
const noNameText = 'A spreadsheet rounded this ID, and the row has no name: export the report again';
