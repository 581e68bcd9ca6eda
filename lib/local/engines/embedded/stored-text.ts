/** What an item's text begins with when its key is of two texts by these names, as in the service's own tables. */
const keyHead = (pk: string, sk: string) => `{"pk":{"S":"${pk}"},"sk":{"S":"${sk}"}`;

/** An item's text as it is stored: a row has its key in columns, and does not repeat it. */
export function withoutKey(pk: string, sk: string, text: string): string {
  const head = keyHead(pk, sk);
  return text.startsWith(head) ? text.slice(head.length) : text;
}

/** In SQL: the whole text of an item. `row`: the table's name in the statement. */
export const wholeText = (row: string): string =>
  `iif(substr(${row}.item, 1, 1) = '{', ${row}.item, '${keyHead(`' || ${row}.pk || '`, `' || ${row}.sk || '`)}' || ${row}.item)`;
