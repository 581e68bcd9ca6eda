import * as z from 'zod';
import { AdjustmentRecord, exampleRecord } from '#functions/api/adjustment-record.ts';
import { type PendingAdjustment, refusals } from '#shared/adjustments/store/adjustments.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { shownAdjustment } from '#shared/event-log/receipt.ts';
import { moneyOf } from './adjustment-result.ts';
import { eventFields, exampleEvent } from './adjustment-schema.ts';

export const EventAdjustments = z
  .object({
    ...eventFields,
    counted: z.boolean().nullable().meta({
      description: 'Whether the event is in the conversion totals. Adjustments of an event that a late match counts show then.',
    }),
    adjustments: z.array(AdjustmentRecord).meta({
      description: 'The newest comes first, and decides `net_value`.',
    }),
    pending: z
      .array(
        AdjustmentRecord.extend({
          refused: z.enum(refusals).optional().meta({
            description: 'Why it was not applied when the event arrived.',
          }),
        }),
      )
      .meta({ description: 'Adjustments that wait for the event, or were refused when it arrived.' }),
  })
  .meta({ id: 'EventAdjustments' });
type Answer = z.input<typeof EventAdjustments>;

export const eventAdjustmentsOf = (
  { event_id, environment }: { event_id: string; environment: 'live' | 'test' },
  event: Conversion | null,
  pending: readonly PendingAdjustment[],
): Answer => ({
  event_id,
  environment,
  ...moneyOf(event),
  counted: event?.counts ?? null,
  adjustments: (event?.adjustments ?? []).map(shownAdjustment).reverse(),
  pending: pending
    .map((adjustment) => ({
      ...shownAdjustment(adjustment),
      ...(adjustment.refusal && { refused: adjustment.refusal }),
    }))
    .reverse(),
});

export const exampleAdjustments: Answer = {
  ...exampleEvent,
  counted: true,
  adjustments: [exampleRecord],
  pending: [],
};
