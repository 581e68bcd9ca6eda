import { endpoints } from '#functions/groups.ts';

const isCurrency = (name: string, value: unknown) =>
  /currency$|^(from|to)$/.test(name) && typeof value === 'string' && /^[A-Z]{3}$/.test(value);

/** Currencies in lower case; `count` is how many there are. */
function lowered(value: unknown, name = ''): { value: unknown; count: number } {
  if (isCurrency(name, value)) return { value: String(value).toLowerCase(), count: 1 };
  if (typeof value !== 'object' || value === null) return { value, count: 0 };
  const parts = Object.entries(value).map(([key, part]) => [key, lowered(part, key)] as const);
  const entries = parts.map(([key, part]) => [key, part.value] as const);
  return {
    value: Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries),
    count: parts.reduce((sum, [, part]) => sum + part.count, 0),
  };
}

/** A reader of its own reads these rows after the schema: test/reconciliation. */
const readLater = ['createReconciliation'];

const requests = endpoints.flatMap(({ id, body, query, example }) =>
  (
    [
      [body, example.body],
      [query, example.query],
    ] as const
  ).flatMap(([schema, sent]) => {
    const { value, count } = lowered(sent);
    return schema && count > 0 && !readLater.includes(id) ? [{ id, schema, sent, value }] : [];
  }),
);

it('operations that name currencies are tried', () => {
  expect(requests.map(({ id }) => id)).toEqual(expect.arrayContaining(['adjustEvent', 'sendConversion']));
});

it.each(requests)('a currency in lower case is the same currency, or refused: $id', ({ schema, sent, value }) => {
  const [upper, lower] = [schema.safeParse(sent), schema.safeParse(value)];
  expect(upper.success).toBe(true);
  if (lower.success) expect(lower.data).toEqual(upper.data);
});
