import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { fromWire, keyToWire, toWire } from './attribute-values.ts';
import type { Operation, Output } from './dynamo.ts';
import type { Item, Key } from './item.ts';
import { StoreUnavailable } from './store-errors.ts';

const batchesAtOnce = 8;

export function batchesOf(
  name: string,
  call: (operation: Operation, input: object) => Promise<Output>,
  pause: (ms: number) => Promise<unknown>,
) {
  const writeAll = async (requests: readonly object[], maxTries = 8) => {
    let pendingRequests: object[] = [...requests];
    for (let tries = 0; pendingRequests.length > 0; tries++) {
      if (tries > 0) await pause(20 * 2 ** tries);
      if (tries >= maxTries) throw new StoreUnavailable(new Error('Items stayed unprocessed.'));
      const { UnprocessedItems } = await call('BatchWriteItem', {
        RequestItems: { [name]: pendingRequests },
      });
      pendingRequests = UnprocessedItems?.[name] ?? [];
    }
  };
  return {
    /** Each call has at most 100 keys, and the calls run in parallel. */
    async getMany<T extends Item>(keys: readonly Key[], { consistent = false } = {}): Promise<T[]> {
      const readPart = async (part: readonly Key[]): Promise<T[]> => {
        const items: T[] = [];
        let pendingKeys = part.map(keyToWire);
        for (let tries = 0; pendingKeys.length > 0; tries++) {
          // Keys rejected for load need a pause, unlike keys beyond a response's 16 MB.
          if (tries > 1) await pause(20 * 2 ** tries);
          if (tries >= 8) throw new StoreUnavailable(new Error('Keys stayed unprocessed.'));
          const page = await call('BatchGetItem', {
            RequestItems: { [name]: { Keys: pendingKeys, ConsistentRead: consistent } },
          });
          items.push(...(page.Responses?.[name] ?? []).map((item) => fromWire(item) as T));
          pendingKeys = page.UnprocessedKeys?.[name]?.Keys ?? [];
        }
        return items;
      };
      const parts = Array.from({ length: Math.ceil(keys.length / 100) }, (_, i) => keys.slice(i * 100, i * 100 + 100));
      return (await Promise.all(parts.map(readPart))).flat();
    },

    /** Each call has 25 items and is not atomic. The last item of a key is written. */
    async putMany(items: readonly Item[], maxTries?: number): Promise<void> {
      const distinct = [...new Map(items.map((item) => [`${item.pk.length} ${item.pk} ${item.sk}`, item])).values()];
      const parts = Array.from({ length: Math.ceil(distinct.length / 25) }, (_, i) => distinct.slice(i * 25, i * 25 + 25));
      await forEachConcurrent(parts, batchesAtOnce, (part) =>
        writeAll(
          part.map((item) => ({ PutRequest: { Item: toWire(item) } })),
          maxTries,
        ),
      );
    },

    async removeMany(keys: readonly Key[]): Promise<void> {
      const parts = Array.from({ length: Math.ceil(keys.length / 25) }, (_, i) => keys.slice(i * 25, i * 25 + 25));
      await forEachConcurrent(parts, batchesAtOnce, (part) => writeAll(part.map((key) => ({ DeleteRequest: { Key: keyToWire(key) } }))));
    },

    async firstKeys(pk: string, [from, to]: readonly [string, string], limit: number): Promise<Key[]> {
      const { Items = [] } = await call('Query', {
        TableName: name,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: toWire({ ':pk': pk, ':from': from, ':to': to }),
        ProjectionExpression: 'pk, sk',
        ConsistentRead: true,
        Limit: limit,
      });
      return Items.map((item) => fromWire(item) as Key);
    },
  };
}
