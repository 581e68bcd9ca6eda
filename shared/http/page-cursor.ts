import * as z from 'zod';

export function pageCursor<T>(write: (place: T) => string, read: (text: string) => T | null, most = 1000) {
  const textOf = (place: T) => Buffer.from(write(place)).toString('base64url');
  const field = z
    .string()
    .max(most)
    .transform((text, context): T => {
      const place = read(Buffer.from(text, 'base64url').toString());
      if (place !== null && textOf(place) === text) return place;
      context.addIssue({ code: 'custom', message: 'Not a `next_cursor` of an earlier response' });
      return z.NEVER;
    })
    .optional()
    .meta({ description: '`next_cursor` of the previous page.' });
  return { textOf, field };
}

export const numberCursor = () =>
  pageCursor<number>(
    (number) => `before.${number}`,
    (text) => {
      const number = Number(/^before\.([1-9]\d{0,15})$/.exec(text)?.[1]);
      return Number.isSafeInteger(number) && number > 1 ? number : null;
    },
  );

export const keyCursor = (form: RegExp) =>
  pageCursor<string>(
    (key) => key,
    (text) => (form.test(text) ? text : null),
  );
