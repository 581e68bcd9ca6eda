import type { WireMap, WireValue } from '#shared/store/attribute-values.ts';
import type { Dynamo, Operation, Output } from '#shared/store/dynamo.ts';

export type Units = { calls: number; readUnits: number; writeUnits: number; writes: number };

/** DynamoDB bills reads by 4 KB and writes by 1 KB, doubled in a transaction. */
export function counting(dynamo: Dynamo): { dynamo: Dynamo; units: Units } {
  const units: Units = { calls: 0, readUnits: 0, writeUnits: 0, writes: 0 };
  const write = (item: WireMap, times: number) => {
    units.writes++;
    units.writeUnits += times * Math.max(1, Math.ceil(sizeOf(item) / 1024));
  };
  return {
    units,
    async dynamo(operation, input) {
      const output = await dynamo(operation, input);
      units.calls++;
      units.readUnits += readUnitsOf(operation, output);
      const { Item, RequestItems, TransactItems, Key } = input as Partial<Written>;
      if (operation === 'PutItem') write(Item ?? {}, 1);
      // DynamoDB does not return a removed item's size; a new document has 1.5 KB.
      if (operation === 'DeleteItem' || operation === 'UpdateItem') write({ ...Key, size: { S: ' '.repeat(1400) } }, 1);
      if (operation === 'BatchWriteItem')
        for (const requests of Object.values(RequestItems ?? {}))
          for (const { PutRequest } of requests) write(PutRequest.Item, inTransaction(PutRequest.Item) ? 2 : 1);
      for (const { Put } of TransactItems ?? []) if (Put) write(Put.Item, 2);
      return output;
    },
  };
}

/** The bench writes batches where the service writes transactions. */
const inTransaction = ({ kind }: WireMap) => kind && 'S' in kind && ['search_document', 'search_fresh'].includes(kind.S);

type Written = {
  Item: WireMap;
  Key: WireMap;
  RequestItems: Record<string, { PutRequest: { Item: WireMap } }[]>;
  TransactItems: { Put?: { Item: WireMap } }[];
};

const kilobytes = (items: readonly WireMap[]) => items.reduce((sum, item) => sum + sizeOf(item), 0) / 1024;

function readUnitsOf(operation: Operation, { Item, Items, Responses }: Output): number {
  if (operation === 'Query') return Math.max(1, Math.ceil(kilobytes(Items ?? []) / 4));
  const items = operation === 'BatchGetItem' ? Object.values(Responses ?? {}).flat() : Item ? [Item] : [];
  return items.reduce((sum, item) => sum + Math.ceil(kilobytes([item]) / 4), 0);
}

export const sizeOf = (item: WireMap): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue(value), 0);

function sizeOfValue(value: WireValue): number {
  if ('S' in value) return Buffer.byteLength(value.S);
  if ('N' in value) return Math.ceil(value.N.length / 2) + 1;
  if ('L' in value) return 3 + value.L.reduce((sum, one) => sum + 1 + sizeOfValue(one), 0);
  if ('M' in value) return 3 + sizeOf(value.M);
  if ('B' in value) return Math.ceil((value.B.length / 4) * 3);
  return 1;
}
