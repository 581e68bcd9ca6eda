import type { Dynamo, Output } from '#shared/store/dynamo.ts';

type Requests = Record<string, object[] | { Keys: object[] }>;

/** Under load, the store does a part of a batch and returns the rest. */
export async function inPart(
  dynamo: Dynamo,
  operation: Parameters<Dynamo>[0],
  input: object,
): Promise<Output> {
  const { RequestItems } = input as { RequestItems: Requests };
  const [done, left]: [Requests, Requests] = [{}, {}];
  for (const [table, asked] of Object.entries(RequestItems)) {
    const all = Array.isArray(asked) ? asked : asked.Keys;
    const middle = Math.ceil(all.length / 2);
    const part = (some: object[]) => (Array.isArray(asked) ? some : { ...asked, Keys: some });
    done[table] = part(all.slice(0, middle));
    if (middle < all.length) left[table] = part(all.slice(middle));
  }
  const answer = await dynamo(operation, { ...input, RequestItems: done });
  const name = operation === 'BatchWriteItem' ? 'UnprocessedItems' : 'UnprocessedKeys';
  return { ...answer, ...(Object.keys(left).length > 0 && { [name]: left }) } as Output;
}
