import { BrokenLine, delimiterOf, linesOf, textOf } from '#shared/files/file-text.ts';
import { cellText, headingsIn, type IdColumn } from './order-file.ts';
import { isRoundedId } from './order-id.ts';
import type { OrderField } from './sent-order.ts';

export type IdCandidate = IdColumn & { heading: string; ids: string[]; isRounded: boolean };

const maxSamples = 100;

/** Columns that may have the ID of an order, each with the IDs of orders from the whole file. */
export function idCandidatesIn(bytes: Uint8Array, columns: Partial<Record<OrderField, string>>): IdCandidate[] {
  try {
    const lines = linesOf(textOf(bytes), delimiterOf(bytes));
    const headed = headingsIn(lines, columns);
    if (!headed) return [];
    const { idColumns, headings, at } = headed;
    let [samples, every, seen]: [string[][], number, number] = [[], 1, 0];
    for (const { cells } of lines) {
      if ((cells[at.value ?? -1] ?? '').trim() === '' || seen++ % every !== 0) continue;
      samples.push(idColumns.map((place) => cellText(cells[place] ?? '')));
      if (samples.length < 2 * maxSamples) continue;
      samples = samples.filter((_, index) => index % 2 === 0);
      every *= 2;
    }
    return idColumns.flatMap((place, column): IdCandidate[] => {
      const ids = samples.map((sample) => sample[column] ?? '').filter(Boolean);
      const of = { place, heading: (headings[place] ?? '').trim(), isRounded: ids.some(isRoundedId) };
      const plain = { ...of, withoutSign: false, ids };
      if (!ids.some((id) => id.startsWith('#'))) return [plain];
      return [plain, { ...of, withoutSign: true, ids: ids.map((id) => id.replace(/^#/, '')) }];
    });
  } catch (error) {
    // The reader of the file names its problems.
    if (error instanceof BrokenLine || error instanceof TypeError) return [];
    throw error;
  }
}
