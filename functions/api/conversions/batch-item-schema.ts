import * as z from 'zod';
import { SentConsent } from '#shared/consent/consent-schema.ts';
import { maxAheadHours, maxPropertiesBytes } from '#shared/conversions/rules/limits.ts';
import { userDataDescription, userDataProperties } from '#shared/conversions/user-data-schema.ts';
import { inDigits } from '#shared/values/number-texts.ts';

// Only the documentation uses this schema: items are parsed separately, so an invalid item affects only
// itself.
type Item = Record<string, unknown>;
const item = (id: string, description: string, required: string[], properties: Record<string, object>) =>
  z.custom<Item>().meta({ id, type: 'object', description, required, properties, additionalProperties: true });

const text = (description: string) => ({ type: 'string', description });
const decimal = {
  anyOf: [
    { type: 'number', minimum: 0, maximum: 1e12 },
    { type: 'string', pattern: '^\\d+(\\.\\d+)?$' },
  ],
  description: 'In units of the currency, exact to 20 decimals: a number, or text such as `"25.99"`.',
};
const currency = {
  type: 'string',
  pattern: '^[A-Za-z]{3}$',
  description: 'Three-letter currency code. Default: `currency` of the batch, then `USD`.',
};
const clickId = text('The click ID from the `svc_sid` cookie, or the raw value of that cookie. Default: `svc_click_id` of the batch.');
const accountId = text('Your id of the user. Only a keyed hash is stored.');
const properties = {
  anyOf: [
    { type: 'object', additionalProperties: true },
    { type: 'array', items: {}, maxItems: 0 },
  ],
  description: `Properties without personal data, at most ${inDigits(maxPropertiesBytes)} bytes as compact JSON. An empty array means no properties.`,
};
const consent = {
  description: 'What the person of this event allowed. It beats what the click says.',
  $ref: `#/components/schemas/${z.globalRegistry.get(SentConsent)?.id}`,
};
const adClickIds = {
  oppref: text("The assistant channel's click ID. Used if the item has no `svc_click_id`."),
  gclid: text('A click ID of a search ad. Used if the item has no `svc_click_id`.'),
  fbclid: text('A click ID of a social ad. Used if the item has no `svc_click_id`.'),
  msclkid: text('A click ID of a search ad. Used if the item has no `svc_click_id`.'),
  ttclid: text('A click ID of a video ad. Used if the item has no `svc_click_id`.'),
};

const data = {
  type: 'object',
  description: 'What happened. Fields that are not listed here are stored as properties.',
  properties: {
    type: text('Kind of the data, such as `contents`. Stored as the property `data_type`.'),
    amount: {
      type: 'integer',
      format: 'int64',
      minimum: 0,
      description: 'In minor units: 2599 is 25.99 USD and 2599 JPY. Must equal `value` if both are sent.',
    },
    value: decimal,
    currency,
    svc_click_id: clickId,
    occurred_at: {
      type: 'string',
      format: 'date-time',
      description: 'When it happened, if the item has no `timestamp_ms`.',
    },
    external_user_id: accountId,
    consent,
    properties: { type: 'object', additionalProperties: true, description: 'Further properties.' },
  },
  additionalProperties: true,
};

const userData = { type: 'object', description: userDataDescription, properties: userDataProperties, additionalProperties: true };

const hash = { type: 'string', pattern: '^[0-9a-f]{64}$' };
const user = {
  type: 'object',
  description:
    'The hashed user id names the user of the event. While a destination collects and the person consented, the fields that are listed here are kept as `user_data` is. Everything else is dropped with the warning `user_data_ignored`.',
  properties: {
    emails_sha256: {
      type: 'array',
      items: hash,
      description: 'SHA-256 hashes of e-mail addresses in lower case, in hex. The first one is used.',
    },
    phone_numbers_sha256: {
      type: 'array',
      items: hash,
      description: 'SHA-256 hashes of phone numbers in digits, in hex. The first one is used.',
    },
    user_agent: text('The `User-Agent` of the browser.'),
    ip_address: text('The address of the browser.'),
    obref: text('The value of the cookie `__obref`.'),
    external_ids_sha256: {
      type: 'array',
      items: { type: 'string', pattern: '^[0-9a-f]{64}$' },
      description: 'SHA-256 hashes of your ids of the user, in hex. The first one is used.',
    },
    external_id_sha256: {
      type: 'string',
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 hash of your id of the user, in hex.',
    },
  },
  additionalProperties: true,
};

const channelItem = item(
  'AssistantChannelEvent',
  "An event in the form of the conversational-assistant channel's own Conversions API. " +
    'An event without a click ID is accepted with status 202 and `reason: "no_click_id"`.',
  ['id', 'type'],
  {
    id: { ...text('Stable and unique. Send the same id when you retry.'), minLength: 1, maxLength: 256 },
    type: text('Event name, such as `order_created`; `custom` if `custom_event_name` holds it. `-` becomes `_`.'),
    custom_event_name: text('Event name of a `custom` event.'),
    timestamp_ms: {
      type: 'integer',
      format: 'int64',
      minimum: 1e11,
      description: `When it happened, in milliseconds since 1970. Default: now. At most ${maxAheadHours} hours in the future.`,
    },
    data,
    svc_click_id: clickId,
    ...adClickIds,
    consent,
    user,
    user_data: userData,
    source_url: text('Page where it happened. Stored without its query.'),
    action_source: text('Where it happened, such as `web`. Stored as a property.'),
    opt_out: {
      type: 'boolean',
      description:
        'Whether the user opted out of personalization. With `true` the event counts for its own click, and its user is dropped with the warning `user_data_ignored`. Stored as a property.',
    },
  },
);

const ownItem = item(
  'ConversionEventItem',
  'An event in the form of a single conversion. ' + 'An event without a click ID is accepted with status 202 and `reason: "no_click_id"`.',
  ['event_id', 'event_type'],
  {
    event_id: {
      ...text('Stable and unique. Send the same id when you retry.'),
      minLength: 1,
      maxLength: 256,
    },
    event_type: { ...text('Your own name for what happened, such as `order_created`.'), maxLength: 64 },
    svc_click_id: clickId,
    ...adClickIds,
    occurred_at: {
      type: 'string',
      format: 'date-time',
      description: `ISO 8601; UTC if it has no zone. Default: now. At most ${maxAheadHours} hours in the future.`,
    },
    external_user_id: accountId,
    value: decimal,
    currency,
    properties,
    consent,
    user_data: userData,
  },
);

export const batchItem = {
  anyOf: [channelItem, ownItem].map((form) => ({
    $ref: `#/components/schemas/${z.globalRegistry.get(form)?.id}`,
  })),
};
