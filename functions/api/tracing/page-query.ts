import * as z from 'zod';

/** How a page is asked for, and what is told of it. */
export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(100).default(20),
  offset: z.coerce
    .number()
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER - 100)
    .default(0)
    .meta({ description: 'Results left out. What is left out is read too, so deep pages take longer.' }),
};
export const pageAnswer = {
  total_estimate: z.int().min(0).meta({
    description: 'How many there are: exact on the last page, before it an estimate.',
  }),
  limit: z.int(),
  offset: z.int(),
  has_more: z.boolean().meta({ description: 'Exact.' }),
};
