import * as z from 'zod';

/** The request for a page, and the fields that describe it. */
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
  limit: z.int(),
  offset: z.int(),
  has_more: z.boolean().meta({ description: 'Exact.' }),
};
