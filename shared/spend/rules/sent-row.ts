import type { SpendNames } from './spend-rows.ts';

/** Lines count from 1 in a file, and from 0 in a body. */
export type SpendProblem = { line: number | null; field: string | null; code: string; message: string };

/** The texts of a sent row are not validated yet. */
export type SentRow = SpendNames & {
  line: number;
  day: string;
  spend: string;
  impressions: string | null;
  clicks: string | null;
  reportedConversions: string | null;
  reportedValue: string | null;
  currency: string | null;
};

/** Names are trimmed and in Unicode form NFC. */
export const tidyName = (text: string | number | null | undefined): string | null =>
  String(text ?? '')
    .normalize('NFC')
    .trim() || null;
