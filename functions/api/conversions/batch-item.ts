import { isDecimalText, negativeValue } from '#shared/conversions/event-schema.ts';
import type { Warnings } from '#shared/conversions/results.ts';
import { networkClickId } from '#shared/conversions/rules/attribution.ts';
import { aliasParameters } from '#shared/conversions/rules/click-id.ts';
import { eventFields, fieldNames } from '#shared/conversions/rules/fields.ts';
import { maxAheadHours } from '#shared/conversions/rules/limits.ts';
import { minorUnitDigits } from '#shared/values/currencies.ts';
import { decimalOf, isWritable } from '#shared/values/decimal.ts';
import type { Problem } from '#shared/values/errors.ts';
import { isRawNumber, rawNumber } from '#shared/values/json.ts';

type Fields = Record<string, unknown>;
export type BatchDefaults = { svc_click_id?: unknown; external_user_id?: unknown; currency?: unknown };
export type NormalizedItem = { fields: Fields; problems: Problem[]; warnings: Warnings };

/** As milliseconds this number is in 1973, so smaller timestamps are taken for seconds. */
const minMilliseconds = 1e11;
const takenFromData: readonly string[] = [
  ...aliasParameters,
  ...fieldNames.filter((name) => eventFields[name].wire === 'data'),
  'amount',
  'type',
];

/**
 * If several fields of an item give the same fact, the first present field wins
 * (docs/api/conversions.md#batches).
 */
export function normalizedItem(item: Fields, defaults: BatchDefaults): NormalizedItem {
  const data = isFields(item.data) ? item.data : {};
  const problems: Problem[] = [];
  const warnings: Warnings = [];
  const warn = (code: Warnings[number]['code'], ...fields: string[]) => warnings.push({ code, fields });
  const problem = (field: string, type: string, msg: string) => problems.push({ type, loc: [field], msg });

  const sentType = item.type === 'custom' ? item.custom_event_name : (item.type ?? item.event_type);
  const isCustomUnnamed = item.type === 'custom' && sentType === undefined;
  if (isCustomUnnamed) problem('custom_event_name', 'missing', 'Field required');
  const eventType = typeof sentType === 'string' ? snakeCase(sentType) : sentType;
  if (eventType !== sentType) warn('event_type_normalized', 'event_type');

  const inProperties = isFields(data.properties) ? data.properties.svc_click_id : undefined;
  const clickId =
    nonEmpty(item.svc_click_id) ??
    nonEmpty(data.svc_click_id) ??
    nonEmpty(inProperties) ??
    nonEmpty(defaults.svc_click_id) ??
    aliasOf(item) ??
    aliasOf(data);

  const currency = data.currency ?? item.currency ?? defaults.currency;
  const user = isFields(item.user) ? item.user : {};
  const sentHashes = [user.external_ids_sha256, user.external_id_sha256].flat().filter(nonEmpty);
  const hashedUser = sentHashes.find((hash): hash is string => typeof hash === 'string' && /^[0-9a-f]{64}$/i.test(hash));
  // Fields of `user` other than the external ID are personal data and are not stored.
  const isIgnored = Object.keys(user).some((name) => !name.startsWith('external_id'));
  if (isIgnored || (sentHashes.length > 0 && hashedUser === undefined)) warn('user_data_ignored', 'user');
  const userIds = [
    item.external_user_id,
    data.external_user_id,
    hashedUser && `sha256:${hashedUser.toLowerCase()}`,
    defaults.external_user_id,
  ];

  const accountId = userIds.find((id) => nonEmpty(id) !== undefined) ?? userIds.find((id) => id === '');
  const hasOptedOut = item.opt_out === true;
  if (hasOptedOut && nonEmpty(accountId) !== undefined) warn('user_data_ignored', 'external_user_id');

  if (differ(item.id, item.event_id)) problem('event_id', 'value_error', sentTwice);
  if (item.type !== 'custom' && differ(item.type, item.event_type)) problem('event_type', 'value_error', sentTwice);
  problems.push(...misplacedAmount(item, data));
  if (nonEmpty(item.data) !== undefined && !isFields(item.data) && !isEmptyList(item.data))
    problem('data', 'dict_type', 'Input should be a JSON object');
  const fields = {
    event_id: item.id ?? item.event_id,
    ...(!isCustomUnnamed && { event_type: eventType }),
    svc_click_id: clickId,
    occurred_at: occurredAt(item.timestamp_ms, problem) ?? item.occurred_at ?? data.occurred_at,
    external_user_id: hasOptedOut ? undefined : accountId,
    value: value(data, item, currency, problem),
    currency,
    properties: properties(item, data),
    consent: item.consent ?? data.consent,
  };
  if (data.amount !== undefined && currency === undefined) warn('currency_defaulted', 'currency');
  return { fields, problems, warnings };
}

const sentTwice = 'Sent twice, and not the same';
const snakeCase = (text: string) => text.toLowerCase().replaceAll('-', '_');

function differ(a: unknown, b: unknown): boolean {
  if (nonEmpty(a) === undefined || nonEmpty(b) === undefined) return false;
  const areTexts = typeof a === 'string' && typeof b === 'string';
  return !areTexts || snakeCase(a).trim() !== snakeCase(b).trim();
}

/** If an amount in the wrong field were ignored, the sale would be stored with the value 0. */
export function misplacedAmount(event: Fields, data: Fields = {}): Problem[] {
  const sentValues = [event.value, data.value, data.amount];
  if (nonEmpty(event.amount) === undefined || sentValues.some((value) => nonEmpty(value) !== undefined)) return [];
  const msg = 'Send `value` in units of the currency, or in a batch `data.amount` in minor units';
  return [{ type: 'value_error', loc: ['amount'], msg }];
}

/** Clients send an empty text or null for a missing value. */
const nonEmpty = (value: unknown) => (value === '' || value === null ? undefined : value);

/** An ad network's click ID, such as `gclid:<value>`, is used only without the service's own click ID. */
function aliasOf(fields: Fields): string | undefined {
  for (const name of aliasParameters) {
    const value = typeof fields[name] === 'string' ? networkClickId(fields[name]) : '';
    if (value) return `${name}:${value}`;
  }
  return undefined;
}

type Report = (field: string, type: string, msg: string) => void;

function occurredAt(timestamp: unknown, problem: Report): string | undefined {
  if (timestamp === undefined || timestamp === null) return undefined;
  if (typeof timestamp !== 'number' || !Number.isSafeInteger(timestamp))
    problem('timestamp_ms', 'int_type', 'An integer of milliseconds expected');
  else if (timestamp < minMilliseconds) problem('timestamp_ms', 'value_error', 'Milliseconds expected, this looks like seconds');
  else if (timestamp > 8.64e15) problem('timestamp_ms', 'less_than_equal', 'No such time');
  else if (timestamp < 2.5e14) return new Date(timestamp).toISOString();
  else problem('timestamp_ms', 'datetime_future', `More than ${maxAheadHours} hours in the future`);
  return undefined;
}

function value(data: Fields, item: Fields, currency: unknown, problem: Report): unknown {
  const major = data.value ?? item.value;
  const { amount } = data;
  if (amount === undefined || amount === null) return major;
  // A text is rejected, because clients often write major units as text and minor units are whole numbers.
  const literal = typeof amount === 'string' ? undefined : literalOf(amount);
  if (!literal || !/^\d+$/.test(literal)) {
    // An object has no number: its own conversion could throw.
    const text = isRawNumber(amount) ? amount.rawJSON : /string|number/.test(typeof amount) ? amount : '';
    const isNegative = /^\s*-[\d.]*[1-9]/.test(String(text));
    const expected = 'A whole number of minor units expected';
    if (isNegative) problem('amount', 'greater_than_equal', negativeValue);
    else problem('amount', 'int_type', typeof amount === 'string' ? `${expected}, and no text` : expected);
    return undefined;
  }
  const digits = minorUnitDigits(typeof currency === 'string' ? currency.toUpperCase() : 'USD');
  const decimal = decimalOf(`${literal}e-${digits}`);
  const majorLiteral = literalOf(major);
  if (major !== undefined && major !== null && (!majorLiteral || !isWritable(majorLiteral) || decimalOf(majorLiteral) !== decimal)) {
    problem('amount', 'value_error', '`amount` (minor units) and `value` (major units) differ');
  }
  // A raw number keeps an amount of many digits exact, which a double would round.
  return rawNumber(decimal);
}

function literalOf(value: unknown): string | undefined {
  if (isRawNumber(value)) return value.rawJSON.startsWith('-') ? undefined : value.rawJSON;
  if (isDecimalText(value)) return value.trim();
  return typeof value === 'number' && value >= 0 && Number.isFinite(value) ? String(Math.abs(value)) : undefined;
}

function properties(item: Fields, data: Fields): unknown {
  const sentProperties = item.properties ?? undefined;
  if (sentProperties !== undefined && !isFields(sentProperties) && !isEmptyList(sentProperties)) return sentProperties;
  const rest = Object.fromEntries(Object.entries(data).filter(([name]) => !takenFromData.includes(name)));
  const { svc_click_id: _, ...ownProperties } = isFields(data.properties) ? data.properties : {};
  const all = {
    ...rest,
    ...(data.type !== undefined && { data_type: data.type }),
    ...(item.action_source !== undefined && { action_source: item.action_source }),
    ...(item.opt_out !== undefined && { opt_out: item.opt_out }),
    ...(typeof item.source_url === 'string' && { source_url: item.source_url.replace(/[?#].*$/s, '') }),
    ...ownProperties,
    ...(isFields(item.properties) && item.properties),
  };
  return Object.keys(all).length > 0 ? all : sentProperties;
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !isRawNumber(value);
