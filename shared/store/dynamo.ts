import type { WireMap } from './attribute-values.ts';

export type Operation =
  | 'GetItem'
  | 'BatchGetItem'
  | 'Query'
  | 'Scan'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'BatchWriteItem'
  | 'TransactWriteItems';

/** What the operations in use answer; which fields are there depends on the operation. */
export type Output = {
  Item?: WireMap;
  Items?: WireMap[];
  Attributes?: WireMap;
  LastEvaluatedKey?: WireMap;
  Responses?: Record<string, WireMap[]>;
  UnprocessedKeys?: Record<string, { Keys: WireMap[] }>;
  UnprocessedItems?: Record<string, object[]>;
};

/**
 * One call to DynamoDB, in its own format, retried when a retry can help: by the signed client in functions, by the AWS
 * SDK in command-line tools. Throws `DynamoRefusal` for what DynamoDB refuses.
 */
export type Dynamo = (operation: Operation, input: object) => Promise<Output>;

/** DynamoDB understood the call and refused it. `type` is its exception's name. */
export class DynamoRefusal extends Error {
  readonly type: string;
  /** Of a failed condition: the item that stood there, when asked for. */
  readonly item: WireMap | undefined;
  /** Of a cancelled transaction: why, part by part. */
  readonly reasons: readonly { Code?: string; Message?: string; Item?: WireMap }[];
  constructor(
    type: string,
    message: string,
    {
      item,
      reasons = [],
    }: { item?: WireMap | undefined; reasons?: DynamoRefusal['reasons'] | undefined } = {},
  ) {
    super(message);
    this.name = 'DynamoRefusal';
    this.type = type;
    this.item = item;
    this.reasons = reasons;
  }
}
