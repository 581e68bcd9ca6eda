import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { ConditionFailed, StoreUnavailable } from './store-errors.ts';

export type Key = { pk: string; sk: string };
export type Item = Key & Record<string, unknown>;

/** A condition or update in DynamoDB's own language, with its placeholders. */
export type Expression = { names?: Record<string, string>; values?: Record<string, unknown> };
export type Update = Expression & { key: Key; update: string; condition?: string };
export type Part = { put: Item; condition?: string } | Update;

export type Table = ReturnType<typeof tableAt>;

/** The few verbs that repositories need, over one table. Throws `ConditionFailed` and `StoreUnavailable`, else programmer errors. */
export function tableAt(name: string, client: DynamoDBClient) {
  const doc = DynamoDBDocumentClient.from(client, {
    marshallOptions: { removeUndefinedValues: true },
    unmarshallOptions: { wrapNumbers: number },
  });
  const ran = <T>(call: Promise<T>) => call.catch(translate);
  const update = ({ key, update, condition, names, values }: Update) => ({
    TableName: name,
    Key: key,
    UpdateExpression: update,
    ...(condition && { ConditionExpression: condition }),
    ...(names && { ExpressionAttributeNames: names }),
    ...(values && { ExpressionAttributeValues: values }),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
  });
  const put = (item: Item, condition?: string) => ({
    TableName: name,
    Item: item,
    ...(condition && {
      ConditionExpression: condition,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const,
    }),
  });

  return {
    async get<T extends Item>(key: Key, { consistent = false } = {}): Promise<T | null> {
      const { Item } = await ran(
        doc.send(new GetCommand({ TableName: name, Key: key, ConsistentRead: consistent })),
      );
      return (Item as T | undefined) ?? null;
    },

    /** The cheap copy first; the primary one only when the cheap one has not heard of the item. */
    async find<T extends Item>(key: Key): Promise<T | null> {
      return (await this.get<T>(key)) ?? (await this.get<T>(key, { consistent: true }));
    },

    /** The items of many keys at once, in no order; 100 keys a call, calls side by side. */
    async getMany<T extends Item>(keys: readonly Key[], { consistent = false } = {}): Promise<T[]> {
      const read = async (part: readonly Key[]): Promise<T[]> => {
        const found: T[] = [];
        let open: Key[] = [...part];
        for (let tries = 1; open.length > 0; tries++) {
          const RequestItems = { [name]: { Keys: open, ConsistentRead: consistent } };
          const page = await ran(doc.send(new BatchGetCommand({ RequestItems })));
          found.push(...((page.Responses?.[name] ?? []) as T[]));
          open = (page.UnprocessedKeys?.[name]?.Keys ?? []) as Key[];
          // Left over are keys past 16 MB, or refused for load; the client library has already waited for the latter.
          if (open.length > 0 && tries >= 10)
            throw new StoreUnavailable(new Error('Keys stayed unprocessed.'));
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
      await ran(doc.send(new PutCommand(put(item, condition))));
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
      const { Attributes } = await ran(
        doc.send(new UpdateCommand({ ...update(change), ReturnValues: 'ALL_NEW' })),
      );
      return Attributes as T;
    },

    /** All or nothing. The `item` of a refusal is that of the first part whose condition failed. */
    async transact(parts: readonly Part[]): Promise<void> {
      const TransactItems = parts.map((part) =>
        'put' in part ? { Put: put(part.put, part.condition) } : { Update: update(part) },
      );
      await ran(doc.send(new TransactWriteCommand({ TransactItems })));
    },

    /** Every item of a partition between two sort keys (both included), in pages as they come. */
    async *query<T extends Item>(pk: string, [from, to]: readonly [string, string]): AsyncGenerator<T> {
      let start: Record<string, unknown> | undefined;
      do {
        const page = await ran(
          doc.send(
            new QueryCommand({
              TableName: name,
              KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
              ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
              ExclusiveStartKey: start,
            }),
          ),
        );
        yield* (page.Items ?? []) as T[];
        start = page.LastEvaluatedKey;
      } while (start);
    },
  };
}

/** A double where it holds the number exactly, else the number's text: sums of money never lose a digit. */
const number = (text: string): number | string => (String(Number(text)) === text ? Number(text) : text);

// What DynamoDB says of a request that is wrong in itself: asking again would not help.
const ourFault = new Set([
  'ValidationException',
  'ResourceNotFoundException',
  'AccessDeniedException',
  'SerializationException',
]);

function translate(error: unknown): never {
  if (error instanceof ConditionalCheckFailedException)
    throw new ConditionFailed(plain(error.Item), { cause: error });
  if (error instanceof TransactionCanceledException) {
    const refused = error.CancellationReasons?.find(({ Code }) => Code === 'ConditionalCheckFailed');
    if (refused) throw new ConditionFailed(plain(refused.Item), { cause: error });
  }
  if (error instanceof Error && ourFault.has(error.name)) throw error;
  throw new StoreUnavailable(error);
}

/** An item as the wire and the streams carry it, as plain values. */
export const plain = (item: Record<string, AttributeValue> | undefined): Item | null =>
  item ? (unmarshall(item, { wrapNumbers: number }) as Item) : null;
