import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { readText, type TextForm } from '#shared/store/stored-form.ts';
import { packedRow, type SpendRow, unpackedRow } from './spend-rows.ts';

/** A day up to this size is stored inline, so that a report needs no second read. */
export const inlineCharacters = 20_000;
/** An item of the store holds 400 KB. */
const partCharacters = 300_000;

/** The rows of forty ads on a day take about 1 KB. */
export function packRows(rows: readonly SpendRow[]): string[] {
  const text = deflateRawSync(JSON.stringify(rows.map(packedRow)), { level: 9 }).toString('base64');
  if (text.length <= partCharacters || rows.length < 2) return [text];
  const half = Math.ceil(rows.length / 2);
  return [...packRows(rows.slice(0, half)), ...packRows(rows.slice(half))];
}

type PackedRow = Parameters<typeof unpackedRow>[0];
const forms: TextForm<SpendRow[]>[] = [
  {
    form: 1,
    read: (text) => (JSON.parse(inflateRawSync(Buffer.from(text, 'base64')).toString()) as PackedRow[]).map(unpackedRow),
  },
];

export const unpackRows = (parts: readonly string[]): SpendRow[] => parts.flatMap((text) => readText(forms, text, 'a day of spend'));
