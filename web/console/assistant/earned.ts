import { moneyText } from '../kit/money.ts';

type Row = { day?: string | undefined; currency: string | null; value: string };

/** Returns 0 in the report's currency for a day without earnings. */
export const earnedOn = (rows: readonly Row[], day: string, currency: string): string =>
  rows
    .flatMap((row) => (row.day === day && row.currency !== null && Number(row.value) !== 0 ? [moneyText(row.value, row.currency)] : []))
    .join(' and ') || moneyText('0', currency);
