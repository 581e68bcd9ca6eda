import * as z from 'zod';
import { SentConsent } from '#shared/consent/consent-schema.ts';
import { unmatchedReasons } from '#shared/conversions/rules/attribution.ts';
import { clickIdOf, isStorableId, storedClickId } from '#shared/conversions/rules/click-id.ts';
import type { EventFieldName } from '#shared/conversions/rules/fields.ts';
import { maxAheadHours, maxPropertiesBytes } from '#shared/conversions/rules/limits.ts';
import { decimalOf, decimalPlaces, isWritable, maxDecimalPlaces } from '#shared/values/decimal.ts';
import { epochOf } from '#shared/values/iso-date.ts';
import { isRawNumber } from '#shared/values/json.ts';
import { inDigits } from '#shared/values/number-texts.ts';
import { isPlain } from '#shared/values/plain-text.ts';
import { EventType, ExternalUserId, Properties, plainField } from './event-fields.ts';
import { Warnings } from './event-warnings.ts';
import { UserDataField } from './user-data-schema.ts';

const maxValue = '1000000000000';
const maxTextLength = 1000;
export const negativeValue = 'Negative values are not accepted';

/** Many languages and shops write money as a text, so a decimal text is accepted. */
export const isDecimalText = (value: unknown): value is string => isSignedText(value) && !value.includes('-');

/** The sign of a number has its own problem: "no number" would be the wrong cause. */
const isSignedText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxTextLength && /^\s*-?\d+(\.\d+)?\s*$/.test(value);

export const Value = z
  .custom<number | string>((value) => typeof value === 'number' || isRawNumber(value) || isSignedText(value), {
    error: 'Input should be a valid number',
    params: { type: 'float_type' },
  })
  .transform((value, context) => {
    const wasText = typeof value === 'string';
    const literal = wasText ? value.trim() : isRawNumber(value) ? value.rawJSON : String(value);
    const problem = (type: string, message: string) => {
      context.addIssue({ code: 'custom', message, params: { type } });
      return z.NEVER;
    };
    if (literal.startsWith('-') && /[1-9]/.test(literal)) return problem('greater_than_equal', negativeValue);
    if (!Number.isFinite(Number(literal)) || Number(literal) > Number(maxValue)) return problem('less_than_equal', 'At most 10^12');
    if (!isWritable(literal)) return problem('decimal_max_places', `At most ${maxDecimalPlaces} decimals`);
    const decimal = decimalOf(literal.replace(/^-/, ''));
    const [whole = ''] = decimal.split('.');
    if (whole.length >= maxValue.length && decimal !== maxValue) return problem('less_than_equal', 'At most 10^12');
    if (decimalPlaces(decimal) > maxDecimalPlaces) return problem('decimal_max_places', `At most ${maxDecimalPlaces} decimals`);
    return { decimal, wasText };
  })
  .meta({
    anyOf: [
      { type: 'number', minimum: 0, maximum: 1e12 },
      { type: 'string', pattern: String.raw`^\s*\d+(\.\d+)?\s*$` },
    ],
  });

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
/** PHP writes an empty object as an empty list. */
const SentProperties = z
  .unknown()
  .transform((value, context) => {
    if (isEmptyList(value)) return [] as const;
    const result = Properties.safeParse(value);
    if (result.success) return result.data;
    for (const issue of result.error.issues) context.issues.push({ ...issue, input: value } as z.core.$ZodRawIssue);
    return z.NEVER;
  })
  .meta({
    anyOf: [
      { type: 'object', additionalProperties: true },
      { type: 'array', items: {}, maxItems: 0 },
    ],
  });

export const OccurredAt = z
  .string()
  .transform((value, context) => {
    const epoch = epochOf(value);
    if (epoch !== null) return epoch;
    context.addIssue({
      code: 'custom',
      message: 'An ISO 8601 date-time expected',
      params: { type: 'datetime_parsing' },
    });
    return z.NEVER;
  })
  .meta({ format: 'date-time' });

export const ClickId = plainField(4096)
  .transform((value) => storedClickId(clickIdOf(value)))
  .refine((sid) => isStorableId(sid) && isPlain(sid), {
    error: 'A click ID has at most 512 characters, and that of an ad network 1,024',
    params: { type: 'string_too_long' },
  });

export const ConversionEventBody = z
  .object({
    event_type: EventType.meta({ description: 'Your own name for what happened.' }),
    svc_click_id: ClickId.meta({
      description:
        "The click ID from the `svc_sid` cookie, or the cookie's raw value; or an ad network's click ID that the pixel saw on the landing page, as `gclid:<value>` (`oppref`, `gclid`, `fbclid`, `msclkid`, `ttclid`).",
    }),
    event_id: plainField(256).meta({
      description:
        'Stable and unique. Send the same id when you retry: it counts once, forever. An id that ends with `:` lacks its last part and is 422.',
    }),
    occurred_at: OccurredAt.nullish().meta({
      description: `ISO 8601; UTC if it has no zone. At most ${maxAheadHours} hours in the future.`,
    }),
    external_user_id: ExternalUserId.nullish().meta({
      description:
        "Your ID for the user. Only a keyed hash is stored. If the click ID is unknown, the same user's last known click within `identity_window_days` is credited, as `identity_attribution` of the account says: by default after the response. A placeholder such as `guest` or `null` links nobody and is answered with a warning.",
    }),
    value: Value.nullish().meta({
      description: 'In units of the currency, exact to 20 decimals, as a number or as text such as "25.99". 0 if omitted.',
    }),
    currency: z
      .string()
      .regex(/^[A-Za-z]{3}$/, 'Three letters expected')
      .transform((code) => code.toUpperCase())
      .nullish()
      .meta({ description: 'Default: `USD`.' }),
    properties: SentProperties.nullish().meta({
      description: `Properties without personal data, at most ${inDigits(maxPropertiesBytes)} bytes as compact JSON. An empty array means no properties.`,
    }),
    consent: SentConsent.nullish().meta({
      description:
        'What the person of this event allowed, as your shop knows it. It beats what the click says. A purpose is unknown if omitted.',
    }),
    user_data: UserDataField,
    validate_only: z.boolean().nullish().meta({ description: '`true` checks the event and stores nothing.' }),
  } satisfies Record<EventFieldName | 'user_data' | 'validate_only', z.ZodType>)
  .meta({ id: 'ConversionEvent' });

export const BatchItemBody = ConversionEventBody.extend({ svc_click_id: ClickId.nullish() });

export const ConversionResult = z
  .object({
    accepted: z.boolean().meta({ description: 'Whether the event was accepted and stored.' }),
    matched: z.boolean().meta({ description: 'Whether the event was attributed to an ad click.' }),
    duplicate: z.boolean().meta({
      description: 'Whether this `event_id` was accepted before. A duplicate is not counted again.',
    }),
    event_id: z.string(),
    event_type: z.string(),
    session_id: z.string().optional().meta({ description: 'The click ID, when matched.' }),
    campaign: z.string().optional(),
    ad_group: z.string().optional(),
    ad_id: z.string().optional(),
    reason: z.enum(unmatchedReasons).optional().meta({
      description:
        'Why it is not matched: the click ID is unknown, expired or unreadable, the visit did not come from an ad, or (in a batch) no click ID was sent.',
    }),
    warnings: Warnings.optional().meta({
      description: 'What was changed or ignored. The event was accepted nevertheless.',
    }),
    validate_only: z.literal(true).optional().meta({ description: 'Whether the request was only checked and nothing was stored.' }),
    would_match: z
      .boolean()
      .optional()
      .meta({ description: 'With `validate_only`: whether the event would be attributed to an ad click.' }),
    would_duplicate: z.boolean().optional().meta({ description: 'With `validate_only`: whether the `event_id` was accepted before.' }),
    would_count: z.boolean().optional().meta({ description: 'With `validate_only`: whether the event type counts as a conversion.' }),
  })
  .meta({ id: 'ConversionResult' });
export type ConversionResult = z.input<typeof ConversionResult>;
