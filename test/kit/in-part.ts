import type { Dynamo, Output } from '#shared/store/dynamo.ts';

type Requests = Record<string, object[] | { Keys: object[] }>;

/** Under load, the store does a part of a batch and returns the rest. */
export async function inPart(dynamo: Dynamo, operation: Parameters<Dynamo>[0], input: object): Promise<Output> {
  const { RequestItems } = input as { RequestItems: Requests };
  const [acceptedRequests, remainingRequests]: [Requests, Requests] = [{}, {}];
  for (const [table, asked] of Object.entries(RequestItems)) {
    const all = Array.isArray(asked) ? asked : asked.Keys;
    const middle = Math.ceil(all.length / 2);
    const part = (some: object[]) => (Array.isArray(asked) ? some : { ...asked, Keys: some });
    acceptedRequests[table] = part(all.slice(0, middle));
    if (middle < all.length) remainingRequests[table] = part(all.slice(middle));
  }
  const answer = await dynamo(operation, { ...input, RequestItems: acceptedRequests });
  const name = operation === 'BatchWriteItem' ? 'UnprocessedItems' : 'UnprocessedKeys';
  return {
    ...answer,
    ...(Object.keys(remainingRequests).length > 0 && { [name]: remainingRequests }),
  } as Output;
}
