/** The start of an item's text when its key is two strings with these names, as in the service's tables. */
const keyHead = (pk: string, sk: string) => `{"pk":{"S":"${pk}"},"sk":{"S":"${sk}"}`;

/** A row has its key in columns, so the stored text does not repeat it. */
export function withoutKey(pk: string, sk: string, text: string): string {
  const head = keyHead(pk, sk);
  return text.startsWith(head) ? text.slice(head.length) : text;
}

/**
 * Builds the SQL expression for the whole text of an item. `row` is the name of the table in the statement.
 */
export const wholeText = (row: string): string =>
  `iif(substr(${row}.item, 1, 1) = '{', ${row}.item, '${keyHead(`' || ${row}.pk || '`, `' || ${row}.sk || '`)}' || ${row}.item)`;
