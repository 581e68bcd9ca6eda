import * as z from 'zod';

export const isPlain = (text: string) => text.isWellFormed() && !/\p{Cc}/u.test(text);

const refusal = 'Control characters are not allowed';

export const plainText = (maxLength: number) => z.string().trim().max(maxLength).refine(isPlain, refusal);

export const plainLines = (maxLength: number) =>
  z
    .string()
    .trim()
    .max(maxLength)
    .refine((text) => isPlain(text.replace(/[\t\r\n]/g, '')), refusal);

export const storableText = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .refine((text) => text.isWellFormed(), {
      error: 'Not well-formed Unicode',
      params: { type: 'string_unicode' },
    });
