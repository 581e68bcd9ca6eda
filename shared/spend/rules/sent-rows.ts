import type { Decimal } from '#shared/values/decimal.ts';
import { decimalOf, decimalPlaces, isLess } from '#shared/values/decimal.ts';
import {
  type DayFacts,
  levelOf,
  type SpendDay,
  type SpendNames,
  type SpendRow,
  summedRows,
} from './spend-rows.ts';

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

export const maxRows = 50_000;
export const maxDays = 1100;
const maxSpend = '1000000000';
const maxPlaces = 9;
const maxCount = 999_999_999_999_999;

/** A report can be split by device: `summed` counts the lines that were added to another line. */
export type DaysOf = { days: SpendDay[]; rows: number; summed: number };

/** `today` is the last day that may have spend. */
export function daysOf(
  rows: readonly SentRow[],
  facts: Omit<DayFacts, 'currency'> & { currency: string | null },
  today: string,
): DaysOf | { problems: SpendProblem[] } {
  const problems: SpendProblem[] = [];
  const byDay = new Map<string, { row: SpendRow; line: number; currency: string | null }[]>();
  for (const sentRow of rows) {
    const readResult = readRow(sentRow, facts.currency, today);
    problems.push(...readResult.problems);
    const day = byDay.get(sentRow.day) ?? [];
    day.push({ row: readResult.row, line: sentRow.line, currency: readResult.currency });
    byDay.set(sentRow.day, day);
  }
  // A spread of a whole day's problems would exceed the stack, and a copy for each day is quadratic.
  for (const [day, ofDay] of byDay) for (const problem of dayProblems(day, ofDay)) problems.push(problem);
  if (byDay.size > maxDays)
    problems.push({ line: null, field: 'day', code: 'too_many_days', message: `At most ${maxDays} days` });
  if (problems.length > 0) return { problems: problems.sort((a, b) => (a.line ?? 0) - (b.line ?? 0)) };
  const days = [...byDay]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([day, ofDay]): SpendDay => {
      const [first] = ofDay;
      return {
        ...{ day, timeZone: facts.timeZone, pixelKey: facts.pixelKey, currency: first?.currency ?? '' },
        level: levelOf((first as { row: SpendRow }).row),
        rows: summedRows(ofDay.map(({ row }) => row)),
      };
    });
  const rowCount = days.reduce((sum, day) => sum + day.rows.length, 0);
  return { days, rows: rowCount, summed: rows.length - rowCount };
}

function readRow(sentRow: SentRow, fileCurrency: string | null, today: string) {
  const problems: SpendProblem[] = [];
  const problem = (field: string, code: string, message: string) =>
    void problems.push({ line: sentRow.line, field, code, message });
  const amount = (field: string, text: string | null): Decimal | null => {
    if (text === null) return null;
    if (/^-\s*[\d.]/.test(text)) problem(field, 'negative', 'Must not be negative');
    else if (!/^\d{1,100}(\.\d{1,100})?$/.test(text))
      problem(field, 'not_a_number', 'An amount expected, such as 12.50');
    else if (isLess(maxSpend, decimalOf(text))) problem(field, 'too_large', `At most ${maxSpend}`);
    else if (decimalPlaces(decimalOf(text)) > maxPlaces)
      problem(field, 'too_many_decimals', `At most ${maxPlaces} decimals`);
    else return decimalOf(text);
    return null;
  };
  const count = (field: string, text: string | null): number | null => {
    if (text === null) return null;
    const whole = /^(\d{1,100})(\.0*)?$/.exec(text)?.[1];
    if (/^-\s*[\d.]/.test(text)) problem(field, 'negative', 'Must not be negative');
    else if (whole === undefined) problem(field, 'not_a_number', 'A whole number expected');
    else if (Number(whole) > maxCount) problem(field, 'too_large', `At most ${maxCount}`);
    else return Number(whole);
    return null;
  };
  if (!isDay(sentRow.day)) problem('day', 'not_a_day', 'A day expected, such as 2026-11-21');
  else if (sentRow.day > today) problem('day', 'future_day', `Later than today (${today})`);
  if (sentRow.adId !== null || sentRow.ad !== null || sentRow.adGroupId !== null || sentRow.adGroup !== null)
    if (sentRow.campaignId === null && sentRow.campaign === null)
      problem('campaign', 'campaign_missing', 'An ad group or an ad needs its campaign');
  const currency = sentRow.currency ?? fileCurrency;
  if (currency === null) problem('currency', 'no_currency', 'No currency: send `currency`');
  else if (!/^[A-Z]{3}$/.test(currency))
    problem('currency', 'not_a_currency', 'Three capital letters expected, such as USD');
  else if (fileCurrency !== null && currency !== fileCurrency)
    problem('currency', 'other_currency', 'Not the currency of the request');
  const row: SpendRow = {
    ...{ campaignId: sentRow.campaignId, campaign: sentRow.campaign, adGroupId: sentRow.adGroupId },
    ...{ adGroup: sentRow.adGroup, adId: sentRow.adId, ad: sentRow.ad },
    spend: amount('spend', sentRow.spend) ?? '0',
    impressions: count('impressions', sentRow.impressions),
    clicks: count('clicks', sentRow.clicks),
    reportedConversions: amount('reported_conversions', sentRow.reportedConversions),
    reportedValue: amount('reported_value', sentRow.reportedValue),
  };
  return { row, problems, currency };
}

function dayProblems(
  day: string,
  rows: readonly { row: SpendRow; line: number; currency: string | null }[],
): SpendProblem[] {
  const [first] = rows;
  if (!first) return [];
  const level = levelOf(first.row);
  return rows.flatMap(({ row, line, currency }): SpendProblem[] => [
    ...(levelOf(row) === level
      ? []
      : [
          {
            ...{ line, field: null, code: 'mixed_levels' },
            message: `A row of the level ${levelOf(row)} on ${day}, whose first row has the level ${level}: they would count twice`,
          },
        ]),
    ...(currency === first.currency || currency === null || first.currency === null
      ? []
      : [
          {
            ...{ line, field: 'currency', code: 'mixed_currencies' },
            message: `${currency} on ${day}, whose first row is in ${first.currency}`,
          },
        ]),
  ]);
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString().startsWith(text);

/** Names are trimmed and in Unicode form NFC. */
export const tidyName = (text: string | number | null | undefined): string | null =>
  String(text ?? '')
    .normalize('NFC')
    .trim() || null;
