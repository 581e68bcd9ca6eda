import * as z from 'zod';
import { ConversionResult } from '#shared/conversions/event-schema.ts';
import { maxBatchBytes, maxBatchEvents } from '#shared/conversions/rules/limits.ts';
import { inDigits, inMegabytes } from '#shared/values/number-texts.ts';
import { batchItem } from './batch-item-schema.ts';

export const ConversionBatchBody = z
  .object({
    events: z
      .array(z.record(z.string(), z.unknown()))
      .min(1)
      .max(maxBatchEvents)
      .meta({
        items: batchItem,
        description:
          `1 to ${inDigits(maxBatchEvents)} events, each in the form of the conversational-assistant channel (\`id\`, \`type\`, \`timestamp_ms\`, ` +
          '`data`) or in the form of a single conversion. Forms can be mixed.',
      }),
    validate_only: z.boolean().nullish().meta({ description: '`true` checks every item and stores nothing.' }),
    atomic: z.boolean().nullish().meta({ description: '`true` stores all items or none: one invalid item rejects the batch with 422.' }),
    svc_click_id: z.string().nullish().meta({ description: 'Click id of items that have none.' }),
    external_user_id: z.string().nullish().meta({ description: 'User id of items that have none.' }),
    currency: z.string().nullish().meta({ description: 'Currency of items that have none.' }),
  })
  .meta({
    id: 'ConversionBatch',
    description: `Up to ${inDigits(maxBatchEvents)} events in one request, at most ${inMegabytes(maxBatchBytes)} MB.`,
  });

export const isBatch = (body: unknown): boolean => typeof body === 'object' && body !== null && Object.hasOwn(body, 'events');

const Problem = z.object({
  type: z.string().meta({ description: 'Kind of the record.' }),
  loc: z.array(z.union([z.string(), z.int()])).meta({
    description: 'Where the problem is: `body`, `query`, `path` or `header`, then the path to the field.',
  }),
  msg: z.string().meta({ description: 'What is wrong. It never repeats the value that was sent.' }),
});

const ItemResult = ConversionResult.partial({ event_id: true, event_type: true })
  .extend({
    index: z.int().meta({ description: 'Position of the item in the request, from 0.' }),
    status: z.int().meta({ description: 'Status the item would have as a single request: 200, 202, 403, 413 or 422.' }),
    error: z
      .object({
        code: z.string(),
        message: z.string(),
        detail: z.array(Problem).optional().meta({ description: 'Every problem that was found.' }),
      })
      .optional()
      .meta({ description: 'Why the item was rejected.' }),
  })
  .meta({ id: 'ConversionBatchItem' });
export type ItemResult = z.input<typeof ItemResult>;

export const ConversionBatchResult = z
  .object({
    request_id: z.string(),
    accepted: z.boolean().meta({ description: 'Whether every item was accepted.' }),
    validate_only: z.boolean().meta({ description: 'Whether the request was only checked and nothing was stored.' }),
    accepted_events: z.int().meta({ description: 'Number of accepted items.' }),
    received_events: z.int().meta({ description: 'Number of items in the request.' }),
    summary: z
      .object({
        matched: z.int().meta({ description: 'Number of items that were attributed to an ad click.' }),
        unmatched: z.int().meta({ description: 'Number of items that were accepted without an ad click.' }),
        duplicates: z.int().meta({ description: 'Number of items that repeat an accepted event.' }),
        rejected: z.int().meta({ description: 'Number of rejected items.' }),
      })
      .meta({ description: 'Number of items by outcome.' }),
    results: z.array(ItemResult).meta({ description: 'One per item, in the order of the request.' }),
    error: z.object({ code: z.string(), message: z.string() }).optional().meta({
      description: 'Why no event was accepted, in one sentence, for clients that read `error.message`.',
    }),
    detail: z.array(Problem).optional().meta({ description: 'Every problem of every item, if none was accepted.' }),
  })
  .meta({ id: 'ConversionBatchResult' });
export type ConversionBatchResult = z.input<typeof ConversionBatchResult>;
