import * as z from 'zod';
import { Environment } from '#functions/api/key-schema.ts';
import type { NewAdjustment } from '#shared/adjustments/adjust-events.ts';
import { plainField } from '#shared/conversions/event-fields.ts';
import { OccurredAt, Value } from '#shared/conversions/event-schema.ts';
import { adjustmentReasons, maxAdjustments } from '#shared/conversions/rules/adjustments.ts';
import { maxAheadHours } from '#shared/conversions/rules/limits.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';

export const EventId = plainField(256).meta({ description: 'The `event_id` of the event, as it was sent.' });

const fields = {
  net_value: Value.meta({
    description:
      'What remains of the value of the event, from 0 to 10^12, as a number or as text. It is absolute and no difference, so a repeat changes nothing.',
  }),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, 'Three letters expected')
    .transform((code) => code.toUpperCase())
    .nullish()
    .meta({ description: 'The currency of the event, which is the default. Another currency is 422.' }),
  reason: z.enum(adjustmentReasons).meta({ description: 'Why the value changed.' }),
  effective_at: OccurredAt.nullish().meta({
    description: `When the value changed, in ISO 8601; UTC if it has no zone. The newest time wins, in whatever order adjustments arrive, and of equal times the lower \`net_value\`. The time of arrival if omitted. At most ${maxAheadHours} hours in the future.`,
  }),
  note: plainField(200).nullish().meta({
    description: 'Your own words, without personal data. What looks like an address or a number of a person is redacted.',
  }),
};
export const AdjustmentRequest = z.object(fields).meta({ id: 'AdjustmentRequest' });
export const AdjustmentItem = z.object({ event_id: EventId, ...fields }).meta({ id: 'AdjustmentItem' });

export const newAdjustmentOf = ({
  event_id,
  net_value,
  currency,
  reason,
  effective_at,
  note,
}: z.output<typeof AdjustmentItem>): NewAdjustment => ({
  eventId: event_id,
  net: net_value.decimal,
  reason,
  ...(currency && { currency }),
  ...(typeof effective_at === 'number' && { effectiveAt: new Date(effective_at).toISOString() }),
  ...(note && { note: String(redactPersonalData({ note }).properties.note) }),
});

export const eventFields = {
  event_id: z.string(),
  environment: Environment,
  value: z.string().nullable().meta({
    description: 'The gross value as it was sent. It never changes. `null` before the event arrives.',
  }),
  currency: z.string().nullable(),
  net_value: z.string().nullable().meta({ description: 'What remains of the value now. `null` before the event arrives.' }),
};

export const historyText = `An event keeps its ${maxAdjustments} newest adjustments. The difference of older ones then counts on the day of the oldest that is kept.`;
export const exampleEvent = {
  event_id: 'order_created:10017',
  environment: 'live' as const,
  value: '25.99',
  currency: 'USD',
  net_value: '19.99',
};
