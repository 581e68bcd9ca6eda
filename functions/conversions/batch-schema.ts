import * as z from 'zod';
import { ConversionResult } from '#shared/conversions/event-schema.ts';

/** Items are checked one by one, so that a bad one costs only itself. */
export const ConversionBatchBody = z
  .object({
    events: z.array(z.record(z.string(), z.unknown())).min(1).max(1000).meta({
      description:
        '1 to 1,000 items, each in the form of the conversational-assistant channel (`id`, `type`, `timestamp_ms`, `data`) or in our own.',
    }),
    validate_only: z.boolean().nullish().meta({ description: 'Check everything, store nothing.' }),
    atomic: z.boolean().nullish().meta({ description: 'One invalid item refuses them all.' }),
    svc_click_id: z.string().nullish().meta({ description: 'For items that name none.' }),
    external_user_id: z.string().nullish().meta({ description: 'For items that name none.' }),
    currency: z.string().nullish().meta({ description: 'For items that name none.' }),
  })
  .meta({ id: 'ConversionBatch' });

export const isBatch = (sent: unknown): boolean =>
  typeof sent === 'object' && sent !== null && Object.hasOwn(sent, 'events');

const Problem = z.object({ type: z.string(), loc: z.array(z.union([z.string(), z.int()])), msg: z.string() });

const ItemResult = ConversionResult.partial({ event_id: true, event_type: true })
  .extend({
    index: z.int(),
    status: z
      .int()
      .meta({ description: 'What the item would be answered on its own: 200, 202, 403, 413 or 422.' }),
    error: z
      .object({ code: z.string(), message: z.string(), detail: z.array(Problem).optional() })
      .optional()
      .meta({ description: 'Why the item is rejected.' }),
  })
  .meta({ id: 'ConversionBatchItem' });
export type ItemResult = z.input<typeof ItemResult>;

export const ConversionBatchResult = z
  .object({
    request_id: z.string(),
    accepted: z.boolean().meta({ description: 'Whether every item is accepted.' }),
    validate_only: z.boolean(),
    accepted_events: z.int(),
    received_events: z.int(),
    summary: z.object({ matched: z.int(), unmatched: z.int(), duplicates: z.int(), rejected: z.int() }),
    results: z.array(ItemResult).meta({ description: 'One per item, in the order of the request.' }),
    error: z
      .object({ code: z.string(), message: z.string() })
      .optional()
      .meta({
        description: 'Why no event was accepted, in one sentence, for clients that read `error.message`.',
      }),
    detail: z
      .array(Problem)
      .optional()
      .meta({ description: 'Every problem of every item, when none is accepted.' }),
  })
  .meta({ id: 'ConversionBatchResult' });
export type ConversionBatchResult = z.input<typeof ConversionBatchResult>;
