import * as z from 'zod';
import { keyCursor } from '#shared/http/page-cursor.ts';
import type { Found } from '#shared/search/find.ts';

export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - 100)
    .default(0)
    .meta({
      description: 'Number of results to skip. Skipped results are read too, so deep pages take longer.',
    }),
};
export const pageAnswer = {
  total_estimate: z.int().min(0).meta({
    description: 'Total number of results: exact on the last page, an estimate before.',
  }),
  limit: z.int().meta({ description: 'Maximum number of results of this page.' }),
  offset: z.int().meta({ description: 'Number of results before this page.' }),
  has_more: z.boolean().meta({ description: 'Exact.' }),
};

const segmentName = /^\d{13}#\d{13}#[0-9A-Za-z]{8}$/;
const place = keyCursor(segmentName);
export const searchQuery = {
  ...pageQuery,
  cursor: place.field.meta({
    description: '`cursor` of a response with `partial: true`. Only older records are searched.',
  }),
};
export const searchAnswer = {
  ...pageAnswer,
  partial: z.boolean().meta({
    description: 'The search stopped after two seconds. There may be more results among older records.',
  }),
  cursor: z.string().nullable().meta({
    description:
      'If `partial`: pass it as `cursor`, with `offset` 0, to search the rest. `null` if the search is complete, or if more results are at a later `offset`.',
  }),
};
export const searchAnswerOf = (
  { limit, offset }: { limit: number; offset: number },
  { totalEstimate, hasMore, isPartial, leftAt }: Omit<Found, 'hits'>,
) => ({
  total_estimate: totalEstimate,
  limit,
  offset,
  has_more: hasMore,
  partial: isPartial,
  cursor: leftAt === null ? null : place.textOf(leftAt),
});
export const exampleAnswer = {
  total_estimate: 1,
  limit: 20,
  offset: 0,
  has_more: false,
  partial: false,
  cursor: null,
};
