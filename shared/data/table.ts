import { setTimeout as pause } from 'node:timers/promises';
import { eachAtOnce } from '#shared/each-at-once.ts';
import { fromWire, toWire, type WireMap } from './attribute-values.ts';
import { type Dynamo, DynamoRefusal, type Operation, type Output } from './dynamo.ts';
import { ConditionFailed, StoreUnavailable } from './store-errors.ts';

export type Key = { pk: string; sk: string };
export type Item = Key & Record<string, unknown>;

/** A condition or update in DynamoDB's own language, with its placeholders. */
export type Expression = { names?: Record<string, string>; values?: Record<string, unknown> };
export type Update = Expression & { key: Key; update: string; condition?: string };
export type Part = { put: Item; condition?: string } | Update;

/** Calls of one `putMany` side by side. */
const batchesAtOnce = 8;

export type Table = ReturnType<typeof tableAt>;

/** The few verbs that repositories need, over one table. Throws `ConditionFailed` and `StoreUnavailable`, else programmer errors. */
export function tableAt(name: string, dynamo: Dynamo) {
  const call = (operation: Operation, input: object): Promise<Output> =>
    dynamo(operation, input).catch(translate);
  const update = ({ key, update, condition, names, values }: Update) => ({
    TableName: name,
    Key: toWire(key),
    UpdateExpression: update,
    ...(condition && { ConditionExpression: condition }),
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: toWire(values) }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  const put = (item: Item, condition?: string) => ({
    TableName: name,
    Item: toWire(item),
    ...(condition && { ConditionExpression: condition, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' }),
  });

  return {
    async get<T extends Item>(key: Key, { consistent = false } = {}): Promise<T | null> {
      const { Item } = await call('GetItem', {
        TableName: name,
        Key: toWire(key),
        ConsistentRead: consistent,
      });
      return Item ? (fromWire(Item) as T) : null;
    },

    /** The cheap copy first; the primary one only when the cheap one has not heard of the item. */
    async find<T extends Item>(key: Key): Promise<T | null> {
      return (await this.get<T>(key)) ?? (await this.get<T>(key, { consistent: true }));
    },

    /** The items of many keys at once, in no order; 100 keys a call, calls side by side. */
    async getMany<T extends Item>(keys: readonly Key[], { consistent = false } = {}): Promise<T[]> {
      const read = async (part: readonly Key[]): Promise<T[]> => {
        const found: T[] = [];
        let open = part.map((key) => toWire(key));
        for (let tries = 0; open.length > 0; tries++) {
          // Left over are keys past 16 MB, which come at once, or keys refused for load, which need a while.
          if (tries > 1) await pause(20 * 2 ** tries);
          if (tries >= 8) throw new StoreUnavailable(new Error('Keys stayed unprocessed.'));
          const page = await call('BatchGetItem', {
            RequestItems: { [name]: { Keys: open, ConsistentRead: consistent } },
          });
          found.push(...(page.Responses?.[name] ?? []).map((item) => fromWire(item) as T));
          open = page.UnprocessedKeys?.[name]?.Keys ?? [];
        }
        return found;
      };
      const parts = Array.from({ length: Math.ceil(keys.length / 100) }, (_, i) =>
        keys.slice(i * 100, i * 100 + 100),
      );
      return (await Promise.all(parts.map(read))).flat();
    },

    /** Writes an item, whatever stood there, or on a condition. */
    async put(item: Item, condition?: string): Promise<void> {
      await call('PutItem', put(item, condition));
    },

    /**
     * Writes items, whatever stood there; 25 a call, calls side by side. Not all or nothing. Of items with one key the
     * last is written.
     */
    async putMany(items: readonly Item[]): Promise<void> {
      const distinct = [...new Map(items.map((item) => [JSON.stringify([item.pk, item.sk]), item])).values()];
      const parts = Array.from({ length: Math.ceil(distinct.length / 25) }, (_, i) =>
        distinct.slice(i * 25, i * 25 + 25),
      );
      await eachAtOnce(parts, batchesAtOnce, async (part) => {
        let open: object[] = part.map((item) => ({ PutRequest: { Item: toWire(item) } }));
        for (let tries = 0; open.length > 0; tries++) {
          // Left over is what was refused for load.
          if (tries > 0) await pause(20 * 2 ** tries);
          if (tries >= 8) throw new StoreUnavailable(new Error('Items stayed unprocessed.'));
          const { UnprocessedItems } = await call('BatchWriteItem', { RequestItems: { [name]: open } });
          open = UnprocessedItems?.[name] ?? [];
        }
      });
    },

    /** Removes an item, or none; with a condition, only one that meets it. */
    async remove(key: Key, condition?: Expression & { condition: string }): Promise<void> {
      try {
        await call('DeleteItem', {
          TableName: name,
          Key: toWire(key),
          ...(condition && {
            ConditionExpression: condition.condition,
            ...(condition.names && { ExpressionAttributeNames: condition.names }),
            ...(condition.values && { ExpressionAttributeValues: toWire(condition.values) }),
          }),
        });
      } catch (error) {
        if (!(error instanceof ConditionFailed)) throw error;
      }
    },

    /** Writes an item where none is yet: `null`, or the item that was there first. One round trip either way. */
    async putNew<T extends Item>(item: Item): Promise<T | null> {
      try {
        await this.put(item, 'attribute_not_exists(pk)');
        return null;
      } catch (error) {
        if (error instanceof ConditionFailed) return error.item as T;
        throw error;
      }
    },

    async update<T extends Item>(change: Update): Promise<T> {
      const { Attributes = {} } = await call('UpdateItem', { ...update(change), ReturnValues: 'ALL_NEW' });
      return fromWire(Attributes) as T;
    },

    /** All or nothing. The `item` of a refusal is that of the first part whose condition failed. */
    async transact(parts: readonly Part[]): Promise<void> {
      const TransactItems = parts.map((part) =>
        'put' in part ? { Put: put(part.put, part.condition) } : { Update: update(part) },
      );
      await call('TransactWriteItems', { TransactItems });
    },

    /** Every item of a partition between two sort keys (both included), in pages as they come. */
    async *query<T extends Item>(
      pk: string,
      [from, to]: readonly [string, string],
      { consistent = false } = {},
    ): AsyncGenerator<T> {
      let start: WireMap | undefined;
      do {
        const page = await call('Query', {
          TableName: name,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: toWire({ ':pk': pk, ':from': from, ':to': to }),
          ConsistentRead: consistent,
          ...(start && { ExclusiveStartKey: start }),
        });
        for (const item of page.Items ?? []) yield fromWire(item) as T;
        start = page.LastEvaluatedKey;
      } while (start);
    },

    /**
     * One page of a partition from its end: at most `limit` items (or 1 MB) whose sort keys come before `before`, and
     * whether there may be more.
     */
    async last<T extends Item>(
      pk: string,
      { before, limit }: { before: string | undefined; limit: number },
    ): Promise<{ items: T[]; more: boolean }> {
      const { Items = [], LastEvaluatedKey } = await call('Query', {
        TableName: name,
        KeyConditionExpression: before === undefined ? 'pk = :pk' : 'pk = :pk AND sk < :before',
        ExpressionAttributeValues: toWire({ ':pk': pk, ':before': before }),
        ScanIndexForward: false,
        Limit: limit,
      });
      return { items: Items.map((item) => fromWire(item) as T), more: LastEvaluatedKey !== undefined };
    },
  };
}

// What DynamoDB says of a request that is wrong in itself: asking again would not help.
const ourFault = new Set([
  'ValidationException',
  'ResourceNotFoundException',
  'AccessDeniedException',
  'SerializationException',
]);

function translate(error: unknown): never {
  if (!(error instanceof DynamoRefusal)) throw new StoreUnavailable(error);
  if (error.type === 'ConditionalCheckFailedException')
    throw new ConditionFailed(plain(error.item), { cause: error });
  const refused = error.reasons.find(({ Code }) => Code === 'ConditionalCheckFailed');
  if (refused) throw new ConditionFailed(plain(refused.Item), { cause: error });
  if (ourFault.has(error.type)) throw error;
  throw new StoreUnavailable(error);
}

/** An item as the wire and the streams carry it, as plain values. */
export const plain = (item: WireMap | undefined): Item | null => (item ? (fromWire(item) as Item) : null);
