import { randomUUID } from 'node:crypto';
import { setTimeout as realPause } from 'node:timers/promises';
import { waitedFor } from '#shared/values/part-progress.ts';
import { fromWire, keyToWire, toWire, type WireMap } from './attribute-values.ts';
import { batchesOf } from './batches.ts';
import { type Dynamo, DynamoRefusal, type Operation, type Output } from './dynamo.ts';
import type { Item, Key } from './item.ts';
import { ConditionFailed, refusalOf, StoreUnavailable, tookEffect, Unstorable } from './store-errors.ts';
import type { Index } from './tables.ts';

export type Expression = { names?: Record<string, string>; values?: Record<string, unknown> };
export type Update = Expression & { key: Key; update: string; condition?: string };
export type Part = { tableName?: string } & (
  | ({ put: Item; condition?: string } & Expression)
  | ({ remove: Key; condition?: string } & Expression)
  | ({ check: Key; condition: string } & Expression)
  | Update
);

const maxTries = 6;

export type Table = ReturnType<typeof tableAt>;

/** Calls throw `ConditionFailed`, `StoreUnavailable` and `Unstorable`, otherwise programmer errors. */
export function tableAt(name: string, dynamo: Dynamo, pause: (ms: number) => Promise<unknown> = realPause) {
  const call = async (operation: Operation, input: object): Promise<Output> => {
    for (let tries = 1; ; tries++) {
      try {
        return await waitedFor(dynamo(operation, input));
      } catch (error) {
        if (tries === maxTries || !isPassing(error)) translate(error);
        await pause(Math.random() * 10 * 2 ** tries);
      }
    }
  };
  const update = ({ key, update, condition, names, values }: Update) => ({
    TableName: name,
    Key: keyToWire(key),
    UpdateExpression: update,
    ...(condition && { ConditionExpression: condition }),
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: toWire(values) }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const put = (item: Item, condition?: string, expression: Expression = {}) => ({
    TableName: name,
    Item: toWire(item),
    ...(condition && when(condition, expression)),
  });
  const when = (condition: string, { names, values }: Expression) => ({
    ConditionExpression: condition,
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: toWire(values) }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const keyed = (key: Key, condition: string | undefined, expression: Expression) => ({
    TableName: name,
    Key: keyToWire(key),
    ...(condition && when(condition, expression)),
  });
  const wirePart = (part: Part) => {
    const at = { TableName: part.tableName ?? name };
    if ('put' in part) return { Put: { ...put(part.put, part.condition, part), ...at } };
    if ('remove' in part) return { Delete: { ...keyed(part.remove, part.condition, part), ...at } };
    if ('check' in part) return { ConditionCheck: { ...keyed(part.check, part.condition, part), ...at } };
    return { Update: { ...update(part), ...at } };
  };

  return {
    async get<T extends Item>(key: Key, { consistent = false } = {}): Promise<T | null> {
      const { Item } = await call('GetItem', {
        TableName: name,
        Key: keyToWire(key),
        ConsistentRead: consistent,
      });
      return Item ? (fromWire(Item) as T) : null;
    },

    /** A strongly consistent read follows only for a missing item. */
    async find<T extends Item>(key: Key): Promise<T | null> {
      return (await this.get<T>(key)) ?? (await this.get<T>(key, { consistent: true }));
    },

    ...batchesOf(name, call, pause),

    async put(item: Item, condition?: string, expression?: Expression): Promise<void> {
      await call('PutItem', put(item, condition, expression));
    },

    async remove(key: Key, condition?: Expression & { condition: string }): Promise<boolean> {
      return await tookEffect(call('DeleteItem', keyed(key, condition?.condition, condition ?? {})));
    },

    async putNew<T extends Item>(item: Item): Promise<T | null> {
      const refusal = await refusalOf(this.put(item, 'attribute_not_exists(pk)'));
      return refusal && (refusal.item as T);
    },

    async update<T extends Item>(change: Update): Promise<T> {
      const { Attributes = {} } = await call('UpdateItem', { ...update(change), ReturnValues: 'ALL_NEW' });
      return fromWire(Attributes) as T;
    },

    async transact(parts: readonly Part[]): Promise<void> {
      // With the token, a repeat after a lost response is one transaction.
      const input = { TransactItems: parts.map(wirePart), ClientRequestToken: randomUUID() };
      await call('TransactWriteItems', input);
    },

    named: (parts: readonly Part[]): Part[] => parts.map((part) => ({ ...part, tableName: name })),

    async *query<T extends Item>(
      pk: string,
      [from, to]: readonly [string, string],
      { consistent = false, pageItems }: { consistent?: boolean; pageItems?: number } = {},
    ): AsyncGenerator<T> {
      let start: WireMap | undefined;
      do {
        const page = await call('Query', {
          TableName: name,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: toWire({ ':pk': pk, ':from': from, ':to': to }),
          ConsistentRead: consistent,
          ...(pageItems !== undefined && { Limit: pageItems }),
          ...(start && { ExclusiveStartKey: start }),
        });
        for (const item of page.Items ?? []) yield fromWire(item) as T;
        start = page.LastEvaluatedKey;
      } while (start);
    },

    async indexPage<T extends Item>(
      index: Index,
      partition: string,
      { from, to, start, limit }: { from: string; to: string; start?: WireMap | undefined; limit: number },
    ): Promise<{ items: T[]; next: WireMap | undefined }> {
      const { Items = [], LastEvaluatedKey } = await call('Query', {
        TableName: name,
        IndexName: index.name,
        KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
        ExpressionAttributeNames: { '#pk': index.partitionKey, '#sk': index.sortKey },
        ExpressionAttributeValues: toWire({ ':pk': partition, ':from': from, ':to': to }),
        Limit: limit,
        ...(start && { ExclusiveStartKey: start }),
      });
      return { items: Items.map((item) => fromWire(item) as T), next: LastEvaluatedKey };
    },

    async last<T extends Item>(
      pk: string,
      { before, limit, consistent = false }: { before: string | undefined; limit: number; consistent?: boolean },
    ): Promise<{ items: T[]; more: boolean }> {
      const { Items = [], LastEvaluatedKey } = await call('Query', {
        TableName: name,
        KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
        ExpressionAttributeValues: toWire({ ':pk': pk, ':before': before }),
        ScanIndexForward: false,
        ConsistentRead: consistent,
        Limit: limit,
      });
      return { items: Items.map((item) => fromWire(item) as T), more: LastEvaluatedKey !== undefined };
    },
  };
}

// These errors are the request's fault, so a retry would not help.
const ourFault = new Set(['ValidationException', 'ResourceNotFoundException', 'AccessDeniedException']);

/** DynamoDB's limits are 2,048 bytes for a partition key and 1,024 for a sort key. */
const keyTooLong = /size of (all )?(hash|range) ?keys? has exceeded/i;
const itemTooLarge = /item size (to update )?has exceeded/i;

const passing = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

/** The transaction wrote nothing, and the client library does not retry it. */
const isPassing = (error: unknown) =>
  error instanceof DynamoRefusal &&
  (error.type === 'TransactionConflictException' ||
    (error.reasons.some(({ Code = '' }) => passing.has(Code)) && error.reasons.every(({ Code }) => Code !== 'ConditionalCheckFailed')));

function translate(error: unknown): never {
  if (!(error instanceof DynamoRefusal)) throw new StoreUnavailable(error);
  if (error.type === 'ConditionalCheckFailedException') throw new ConditionFailed(plain(error.item), { cause: error });
  const part = error.reasons.findIndex(({ Code }) => Code === 'ConditionalCheckFailed');
  if (part >= 0) throw new ConditionFailed(plain(error.reasons[part]?.Item), { part, cause: error });
  const reasons = error.reasons.map(({ Message = '' }) => Message).join(' ');
  const text = `${error.message} ${reasons}`;
  if (error.type === 'SerializationException' || keyTooLong.test(text) || itemTooLarge.test(text)) throw new Unstorable(error);
  const isOurs = ourFault.has(error.type) || error.reasons.some(({ Code }) => Code === 'ValidationError');
  if (isOurs) throw error;
  throw new StoreUnavailable(error);
}

export const plain = (item: WireMap | undefined): Item | null => (item ? (fromWire(item) as Item) : null);
