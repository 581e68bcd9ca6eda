import { isCurrency } from '#shared/values/currencies.ts';
import { type Decimal, decimalOf, decimalPlaces, isLess } from '#shared/values/decimal.ts';
import { isPlain } from '#shared/values/plain-text.ts';
import type { SentRow, SpendProblem } from './sent-row.ts';
import type { SpendRow } from './spend-rows.ts';

const maxSpend = '1000000000';
const maxPlaces = 9;
export const maxName = 500;
/** The counts of a day add up to at most this number, so that the sums of a report are exact. */
export const maxCount = 1_000_000_000_000;

const names = [
  ...([
    ['campaignId', 'campaign_id'],
    ['campaign', 'campaign'],
    ['adGroupId', 'ad_group_id'],
  ] as const),
  ...([
    ['adGroup', 'ad_group'],
    ['adId', 'ad_id'],
    ['ad', 'ad'],
  ] as const),
] as const;

export function readRow(sentRow: SentRow, fileCurrency: string | null, today: string) {
  const problems: SpendProblem[] = [];
  const problem = (field: string, code: string, message: string) => void problems.push({ line: sentRow.line, field, code, message });
  const amount = (field: string, text: string | null): Decimal | null => {
    if (text === null) return null;
    if (/^-\s*[\d.]/.test(text)) problem(field, 'negative', 'Must not be negative');
    else if (!/^\d{1,100}(\.\d{1,100})?$/.test(text)) problem(field, 'not_a_number', 'An amount expected, such as 12.50');
    else if (isLess(maxSpend, decimalOf(text))) problem(field, 'too_large', `At most ${maxSpend}`);
    else if (decimalPlaces(decimalOf(text)) > maxPlaces) problem(field, 'too_many_decimals', `At most ${maxPlaces} decimals`);
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
  for (const [name, field] of names) {
    const text = sentRow[name];
    if (text !== null && text.length > maxName) problem(field, 'too_long', `At most ${maxName} characters`);
    if (text !== null && !isPlain(text)) problem(field, 'not_plain', 'Control characters are not allowed');
  }
  const currency = sentRow.currency ?? fileCurrency;
  if (currency === null) problem('currency', 'no_currency', 'No currency: send `currency`');
  else if (!isCurrency(currency)) problem('currency', 'not_a_currency', 'A code of ISO 4217 expected, such as USD');
  else if (fileCurrency !== null && currency !== fileCurrency) problem('currency', 'other_currency', 'Not the currency of the request');
  const row: SpendRow = {
    campaignId: sentRow.campaignId,
    campaign: sentRow.campaign,
    adGroupId: sentRow.adGroupId,
    adGroup: sentRow.adGroup,
    adId: sentRow.adId,
    ad: sentRow.ad,
    spend: amount('spend', sentRow.spend) ?? '0',
    impressions: count('impressions', sentRow.impressions),
    clicks: count('clicks', sentRow.clicks),
    reportedConversions: amount('reported_conversions', sentRow.reportedConversions),
    reportedValue: amount('reported_value', sentRow.reportedValue),
  };
  return { row, problems, currency };
}

const isDay = (text: string) =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);
