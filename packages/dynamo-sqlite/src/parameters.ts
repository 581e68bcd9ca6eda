import { DynamoError } from './dynamo-error.ts';
import { memoized } from './memoized.ts';
import { leftOut, unmet } from './refusals.ts';

const placeholders = 'ExpressionAttributeNames ExpressionAttributeValues';
const conditional = `ConditionExpression ${placeholders} ReturnValuesOnConditionCheckFailure`;
const reported = 'ReturnConsumedCapacity ReturnItemCollectionMetrics';
const paged = `IndexName ProjectionExpression ${placeholders} Limit ExclusiveStartKey ConsistentRead ReturnConsumedCapacity`;

/** `!` marks a required parameter of DynamoDB. */
const parameterTypes = {
  GetItem:
    'TableName! Key! ConsistentRead ProjectionExpression ExpressionAttributeNames ReturnConsumedCapacity',
  BatchGetItem: 'RequestItems! ReturnConsumedCapacity',
  KeysAndAttributes: 'Keys! ConsistentRead ProjectionExpression ExpressionAttributeNames',
  Query: `TableName! KeyConditionExpression! ScanIndexForward ${paged}`,
  Scan: `TableName! Segment TotalSegments FilterExpression ${paged}`,
  PutItem: `TableName! Item! ReturnValues ${conditional} ${reported}`,
  DeleteItem: `TableName! Key! ReturnValues ${conditional} ${reported}`,
  UpdateItem: `TableName! Key! UpdateExpression ReturnValues ${conditional} ${reported}`,
  BatchWriteItem: `RequestItems! ${reported}`,
  WriteRequest: 'PutRequest DeleteRequest',
  PutRequest: 'Item!',
  DeleteRequest: 'Key!',
  TransactWriteItems: `TransactItems! ClientRequestToken ${reported}`,
  TransactItem: 'Put Delete Update ConditionCheck',
  Put: `TableName! Item! ${conditional}`,
  Delete: `TableName! Key! ${conditional}`,
  Update: `TableName! Key! UpdateExpression! ${conditional}`,
  ConditionCheck: `TableName! Key! ${conditional.replace('Expression', 'Expression!')}`,
  CreateTable:
    'TableName! KeySchema! AttributeDefinitions! BillingMode ProvisionedThroughput GlobalSecondaryIndexes StreamSpecification',
  UpdateTable: 'TableName! AttributeDefinitions GlobalSecondaryIndexUpdates StreamSpecification',
  DescribeTable: 'TableName!',
  DeleteTable: 'TableName!',
  ListTables: 'ExclusiveStartTableName Limit',
  UpdateTimeToLive: 'TableName! TimeToLiveSpecification!',
  DescribeTimeToLive: 'TableName!',
  ListStreams: 'TableName Limit ExclusiveStartStreamArn',
  DescribeStream: 'StreamArn! Limit ExclusiveStartShardId',
  GetShardIterator: 'StreamArn! ShardId! ShardIteratorType! SequenceNumber',
  GetRecords: 'ShardIterator! Limit',
} as const;
export type Operation = keyof typeof parameterTypes;

const parsed = new Map(
  Object.entries(parameterTypes).map(([operation, text]) => {
    const names = text.split(' ');
    const required = names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
    return [operation, { required, names: new Set(names.map((name) => name.replace('!', ''))) }];
  }),
);

const lists = new Set([
  ...['Keys', 'TransactItems', 'KeySchema', 'AttributeDefinitions'],
  ...['GlobalSecondaryIndexes', 'GlobalSecondaryIndexUpdates'],
]);
const others: Record<string, 'boolean' | 'number'> = {
  ...{ ConsistentRead: 'boolean', ScanIndexForward: 'boolean' },
  ...{ Limit: 'number', Segment: 'number', TotalSegments: 'number' },
};
const objects =
  /^(Key|Item|RequestItems|ExpressionAttribute.*|ExclusiveStartKey|.*Specification|ProvisionedThroughput|Put|Delete|Update|ConditionCheck|.*Request)$/;
const choices: Record<string, readonly string[]> = {
  ReturnConsumedCapacity: ['INDEXES', 'TOTAL', 'NONE'],
  ReturnItemCollectionMetrics: ['SIZE', 'NONE'],
  ReturnValues: ['NONE', 'ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW'],
  ReturnValuesOnConditionCheckFailure: ['ALL_OLD', 'NONE'],
};

export function checkParameters(operation: Operation, input: object): void {
  const { required, names } = parsed.get(operation) as { required: string[]; names: Set<string> };
  for (const name in input) {
    const value = (input as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (!names.has(name)) throw leftOut(`the parameter ${name} of ${operation}`);
    checkType(name, value);
  }
  for (const name of required)
    if ((input as Record<string, unknown>)[name] === undefined)
      throw unmet(lowered(name), null, 'Member must not be null');
}

const lowered = (name: string) => name.replace(/^./, (letter) => letter.toLowerCase());

type Kind = 'list' | 'object' | 'boolean' | 'number' | 'string';
const kindOf = memoized(
  (name): Kind => (lists.has(name) ? 'list' : objects.test(name) ? 'object' : (others[name] ?? 'string')),
);

function checkType(name: string, value: unknown): void {
  const kind = kindOf(name);
  const isRight =
    kind === 'list' ? Array.isArray(value) : typeof value === kind && value !== null && !Array.isArray(value);
  if (!isRight) throw new DynamoError('SerializationException', `Unexpected value of the parameter ${name}.`);
  if (choices[name] && !choices[name].includes(value as string))
    throw unmet(lowered(name), value, `Member must satisfy enum value set: [${choices[name].join(', ')}]`);
  if (name === 'Limit' && (!Number.isInteger(value) || (value as number) < 1))
    throw unmet('limit', value, 'Member must have value greater than or equal to 1');
}
