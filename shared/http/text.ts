import * as z from 'zod';

/** Text that the store accepts: it holds no half of a surrogate pair. */
export const storableText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.isWellFormed(), {
      error: 'Not well-formed Unicode',
      params: { type: 'string_unicode' },
    });
