import { sumOf } from '../kit/money.ts';

export const attributedOn = (
  rows: readonly { day?: string | undefined; currency: string; value: string }[],
  day: string,
  currency: string,
): string =>
  sumOf(rows.filter((row) => row.day === day && row.currency === currency).map(({ value }) => value));
