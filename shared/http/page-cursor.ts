import * as z from 'zod';

const digestForm = /\.[0-9a-f]{16}$/;
const digestLength = '.'.length + 16;
const firstPage = 'Ask for the first page again';

/** The digest that `bound-cursor.ts` appends to the place names the request. A release before it wrote the place alone. */
export function pageCursor<T>(write: (place: T) => string, read: (text: string) => T | null, most = 1000) {
  const textOf = (place: T) => Buffer.from(write(place)).toString('base64url');
  const field = z
    .string()
    .max(most)
    .transform((text, context): T => {
      const isBound = digestForm.test(text);
      const placeText = isBound ? text.slice(0, -digestLength) : text;
      const place = read(Buffer.from(placeText, 'base64url').toString());
      const isPlace = place !== null && textOf(place) === placeText;
      if (isPlace && isBound) return place;
      context.addIssue(
        isPlace
          ? {
              code: 'custom',
              params: { type: 'cursor_of_another_request' },
              message: `This cursor is of an earlier version of the service. ${firstPage}`,
            }
          : { code: 'custom', message: 'Not a `next_cursor` of an earlier response' },
      );
      return z.NEVER;
    })
    .optional()
    .meta({
      description:
        '`next_cursor` of the previous page. All other parameters are those of that page, except `limit`; otherwise the problem is `cursor_of_another_request`.',
    });
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
