import { tableAt } from '#shared/store/table.ts';

const key = { pk: 'A', sk: 'B' };
const range = ['a', 'b'] as const;

async function readWith(options: { consistent?: boolean }): Promise<Record<string, unknown>> {
  const flags: Record<string, unknown> = {};
  const table = tableAt('t', async (operation, input) => {
    const { ConsistentRead, RequestItems } = input as {
      ConsistentRead?: boolean;
      RequestItems?: { t: { ConsistentRead: boolean } };
    };
    flags[`${operation}${Object.keys(flags).length}`] = RequestItems?.t.ConsistentRead ?? ConsistentRead;
    return { Items: [], Responses: { t: [] } };
  });
  await table.get(key, options);
  await table.getMany([key], options);
  await Array.fromAsync(table.query(key.pk, range, options));
  await table.last(key.pk, { before: undefined, limit: 1, ...options });
  return flags;
}

it.each([
  [{}, false],
  [{ consistent: true }, true],
  [{ consistent: false }, false],
])('each read with %j is strongly consistent: %s', async (options, expected) => {
  const reads = ['GetItem0', 'BatchGetItem1', 'Query2', 'Query3'];
  expect(await readWith(options)).toEqual(Object.fromEntries(reads.map((read) => [read, expected])));
});
