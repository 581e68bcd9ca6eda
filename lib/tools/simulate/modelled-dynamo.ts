import { dynamoOf } from '#lib/local/engines/own-dynamo.ts';
import { openEngine, sizeOfItem, type Item as WireItem } from '#packages/dynamo-sqlite/src/index.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { type Dynamo, DynamoRefusal, type Operation, type Output } from '#shared/store/dynamo.ts';
import { type Partitions, partitionsOf } from './partitions.ts';

type Input = {
  Item: WireMap;
  Key: WireMap;
  RequestItems: Record<string, (Write & { Keys?: WireMap[]; ConsistentRead?: boolean })[]>;
  TransactItems: {
    Put?: { Item: WireMap };
    Update?: { Key: WireMap };
    Delete?: { Key: WireMap };
    ConditionCheck?: { Key: WireMap };
  }[];
  ExpressionAttributeValues: WireMap;
  ConsistentRead?: boolean;
};
type Write = { PutRequest?: { Item: WireMap }; DeleteRequest?: { Key: WireMap } };

export type Used = { calls: number; writeUnits: number; readUnits: number };

const textOf = (value: unknown) => String((value as { S?: string } | undefined)?.S ?? '');
const pkOf = (item: WireMap | undefined) => textOf(item?.pk);
const skOf = (item: WireMap | undefined) => textOf(item?.sk);
const sizeOf = (item: WireMap | undefined) => (item ? sizeOfItem(item as unknown as WireItem) : 0);
const unitsToWrite = (bytes: number) => Math.max(1, Math.ceil(bytes / 1024));
const unitsToRead = (bytes: number, isConsistent = false) => Math.max(1, Math.ceil(bytes / 4096)) * (isConsistent ? 1 : 0.5);
const throttled = () => new DynamoRefusal('ProvisionedThroughputExceededException', 'The partition is busy.');

export async function modelledTable(name: string, { partitions: count, refuses = true }: { partitions: number; refuses?: boolean }) {
  const engine = openEngine(':memory:');
  await engine.call('CreateTable', {
    TableName: name,
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: ['pk', 'sk'].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
    KeySchema: [
      { AttributeName: 'pk', KeyType: 'HASH' },
      { AttributeName: 'sk', KeyType: 'RANGE' },
    ],
  });
  const partitions: Partitions = partitionsOf(count, { refuses });
  const run = dynamoOf(engine.call);

  function client(): { dynamo: Dynamo; used: Used } {
    const used: Used = { calls: 0, writeUnits: 0, readUnits: 0 };
    const bill = (item: WireMap | undefined, times: number, bytes: number) => {
      const writeUnits = times * unitsToWrite(bytes);
      if (!partitions.take(pkOf(item), { writeUnits }, bytes)) return false;
      used.writeUnits += writeUnits;
      return true;
    };
    const write = (item: WireMap | undefined, times = 1) => {
      partitions.wrote(pkOf(item), skOf(item));
      return bill(item, times, sizeOf(item));
    };
    const read = (pk: string, bytes: number, isConsistent: boolean | undefined) => {
      const readUnits = unitsToRead(bytes, isConsistent);
      if (!partitions.take(pk, { readUnits })) throw throttled();
      used.readUnits += readUnits;
    };
    const dynamo = async (operation: Operation, rawInput: object): Promise<Output> => {
      const input = rawInput as Input;
      used.calls++;
      if (operation === 'BatchWriteItem') return await batchWrite(rawInput, input);
      if (operation === 'PutItem' && !write(input.Item)) throw throttled();
      const isUpdate = operation === 'UpdateItem';
      if (isUpdate && !write(input.Key)) throw throttled();
      /** The size of an update is known only afterwards. */
      const rest = (item: WireMap | undefined) => {
        const bytes = sizeOf(item) - 1024;
        if (isUpdate && bytes > 0) bill(input.Key, 1, bytes);
      };
      const output = await run(operation, rawInput).catch((error: unknown) => {
        if (error instanceof DynamoRefusal) rest(error.item);
        throw error;
      });
      rest(output.Attributes);
      if (operation === 'DeleteItem') write(input.Key);
      if (operation === 'GetItem') read(pkOf(input.Key), sizeOf(output.Item), input.ConsistentRead);
      if (operation === 'Query') {
        const bytes = (output.Items ?? []).reduce((sum, item) => sum + sizeOf(item), 0);
        read(pkOf({ pk: input.ExpressionAttributeValues[':pk'] } as WireMap), bytes, input.ConsistentRead);
      }
      if (operation === 'BatchGetItem') {
        const items = new Map(
          Object.values(output.Responses ?? {})
            .flat()
            .map((item) => [keyOf(item), item]),
        );
        for (const { Keys = [], ConsistentRead } of Object.values(input.RequestItems) as unknown as {
          Keys: WireMap[];
          ConsistentRead?: boolean;
        }[])
          for (const key of Keys) read(pkOf(key), sizeOf(items.get(keyOf(key))), ConsistentRead);
      }
      for (const { Put, Update, Delete, ConditionCheck } of input.TransactItems ?? [])
        write(Put?.Item ?? Update?.Key ?? Delete?.Key ?? ConditionCheck?.Key, 2);
      return output;
    };
    async function batchWrite(rawInput: object, { RequestItems }: Input): Promise<Output> {
      const unprocessed: Record<string, object[]> = {};
      const accepted: Record<string, object[]> = {};
      for (const [table, requests] of Object.entries(RequestItems))
        for (const request of requests) {
          const isTaken = write(request.PutRequest?.Item ?? request.DeleteRequest?.Key);
          const list = isTaken ? accepted : unprocessed;
          list[table] = [...(list[table] ?? []), request];
        }
      if (Object.keys(accepted).length > 0) await run('BatchWriteItem', { ...rawInput, RequestItems: accepted });
      return Object.keys(unprocessed).length > 0 ? { UnprocessedItems: unprocessed } : {};
    }
    return { dynamo, used };
  }

  return { partitions, client, close: () => engine.close() };
}

export type ModelledTable = Awaited<ReturnType<typeof modelledTable>>;

const keyOf = (item: WireMap) => JSON.stringify([item.pk, item.sk]);
