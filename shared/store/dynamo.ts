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

export type Output = {
  Item?: WireMap;
  Items?: WireMap[];
  Attributes?: WireMap;
  LastEvaluatedKey?: WireMap;
  Responses?: Record<string, WireMap[]>;
  UnprocessedKeys?: Record<string, { Keys: WireMap[] }>;
  UnprocessedItems?: Record<string, object[]>;
};

export type Dynamo = (operation: Operation, input: object) => Promise<Output>;

export class DynamoRefusal extends Error {
  readonly type: string;
  readonly item: WireMap | undefined;
  readonly reasons: readonly { Code?: string; Message?: string; Item?: WireMap }[];
  constructor(
    type: string,
    message: string,
    { item, reasons = [] }: { item?: WireMap | undefined; reasons?: DynamoRefusal['reasons'] | undefined } = {},
  ) {
    const { stackTraceLimit } = Error;
    // A failed condition is an answer, and its stack would cost as much as the write.
    if (type === 'ConditionalCheckFailedException') Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'DynamoRefusal';
    this.type = type;
    this.item = item;
    this.reasons = reasons;
  }
}
