import type { DateFormat } from '#shared/files/dates.ts';
import type { SentRow } from '#shared/spend/rules/sent-row.ts';
import type { ColumnField } from './columns.ts';

/** `to` is the last day of the row, which is its only day but for totals of a period. */
export type FileRow = { row: SentRow; to: string };
export type CurrencyOf = (of: { currency: string | null }) => string;

export type FileOptions = {
  network: string;
  currency?: string | null;
  dateFormat: DateFormat | null;
  columns: Partial<Record<ColumnField, string>>;
};
export type SkippedLines = { title: number; blank: number; total: number; note: number };
