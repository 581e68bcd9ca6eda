const keyHead = (pk: string, sk: string) => `{"pk":{"S":"${pk}"},"sk":{"S":"${sk}"}`;

export function withoutKey(pk: string, sk: string, text: string): string {
  const head = keyHead(pk, sk);
  return text.startsWith(head) ? text.slice(head.length) : text;
}

export const wholeText = (row: string): string =>
  `iif(substr(${row}.item, 1, 1) = '{', ${row}.item, '${keyHead(`' || ${row}.pk || '`, `' || ${row}.sk || '`)}' || ${row}.item)`;
