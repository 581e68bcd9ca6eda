import * as z from 'zod';
import { AdjustmentRecord, exampleRecord } from '#functions/api/adjustment-record.ts';
import type { AdjustmentResult } from '#shared/adjustments/adjust-events.ts';
import { pendingDays } from '#shared/adjustments/rules/limits.ts';
import { refusals } from '#shared/adjustments/store/adjustments.ts';
import { netOf } from '#shared/conversions/rules/adjustments.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { shownAdjustment } from '#shared/event-log/receipt.ts';
import { isLess, money } from '#shared/values/decimal.ts';
import { eventFields, exampleEvent } from './adjustment-schema.ts';

export const AdjustmentAnswer = z
  .object({
    ...eventFields,
    adjustment: AdjustmentRecord.meta({ description: 'The adjustment.' }),
    pending: z.boolean().meta({
      description: `\`true\`: the event has not arrived. The adjustment waits for it for ${pendingDays} days.`,
    }),
    superseded: z.boolean().meta({
      description: '`true`: a newer adjustment decides, so this one does not change `net_value`.',
    }),
    unchanged: z.boolean().meta({
      description: '`true`: it was stored already, or repeats the newest one without `effective_at`: then only its `repeated_at` changes.',
    }),
    refused: z.enum(refusals).optional().meta({ description: 'The event arrived during the request, and the adjustment cannot be of it.' }),
    warnings: z
      .array(
        z.object({
          code: z.enum(['net_above_gross']),
          fields: z.array(z.string()).meta({ description: 'The fields.' }),
        }),
      )
      .optional()
      .meta({ description: '`net_above_gross`: more remains than the value was.' }),
  })
  .meta({ id: 'AdjustmentResult' });
type Answer = z.input<typeof AdjustmentAnswer>;

export const moneyOf = (event: Conversion | null) => ({
  value: event && money(event.value),
  currency: event?.currency ?? null,
  net_value: event && money(netOf(event)),
});

export function adjustmentAnswerOf(
  { adjustment, event, isSuperseded, isUnchanged, refusal }: AdjustmentResult,
  { event_id, environment }: { event_id: string; environment: 'live' | 'test' },
): Answer {
  const isAbove = event !== null && isLess(event.value, adjustment.net);
  return {
    event_id,
    environment,
    ...moneyOf(event),
    adjustment: shownAdjustment(adjustment),
    pending: event === null,
    superseded: isSuperseded,
    unchanged: isUnchanged,
    ...(refusal && { refused: refusal }),
    ...(isAbove && { warnings: [{ code: 'net_above_gross' as const, fields: ['net_value'] }] }),
  };
}

export const exampleAnswer: Answer = {
  ...exampleEvent,
  adjustment: exampleRecord,
  pending: false,
  superseded: false,
  unchanged: false,
};
export const examplePending: Answer = {
  ...exampleAnswer,
  value: null,
  currency: null,
  net_value: null,
  pending: true,
};
