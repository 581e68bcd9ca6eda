import { memoized } from './memoized.ts';
import { leftOut, malformed, violated, violation } from './refusals.ts';

const placeholders = 'ExpressionAttributeNames ExpressionAttributeValues';
const conditional = `ConditionExpression ${placeholders} ReturnValuesOnConditionCheckFailure`;
const reported = 'ReturnConsumedCapacity ReturnItemCollectionMetrics';
const paged = `IndexName Select FilterExpression ProjectionExpression ${placeholders} Limit ExclusiveStartKey ConsistentRead ReturnConsumedCapacity`;

/** `!` marks a required parameter of DynamoDB. */
const parameterTypes = {
  GetItem:
    'TableName! Key! ConsistentRead ProjectionExpression ExpressionAttributeNames ReturnConsumedCapacity',
  BatchGetItem: 'RequestItems! ReturnConsumedCapacity',
  KeysAndAttributes: 'Keys! ConsistentRead ProjectionExpression ExpressionAttributeNames',
  Query: `TableName! KeyConditionExpression! ScanIndexForward ${paged}`,
  Scan: `TableName! Segment TotalSegments ${paged}`,
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
    'TableName! KeySchema! AttributeDefinitions! BillingMode ProvisionedThroughput GlobalSecondaryIndexes StreamSpecification Tags',
  UpdateTable:
    'TableName! AttributeDefinitions BillingMode ProvisionedThroughput GlobalSecondaryIndexUpdates StreamSpecification',
  DescribeTable: 'TableName!',
  DeleteTable: 'TableName!',
  TagResource: 'ResourceArn! Tags!',
  UntagResource: 'ResourceArn! TagKeys!',
  ListTagsOfResource: 'ResourceArn! NextToken',
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
  ...['GlobalSecondaryIndexes', 'GlobalSecondaryIndexUpdates', 'Tags', 'TagKeys'],
]);
const others: Record<string, 'boolean' | 'number'> = {
  ...{ ConsistentRead: 'boolean', ScanIndexForward: 'boolean' },
  ...{ Limit: 'number', Segment: 'number', TotalSegments: 'number' },
};
const objects =
  /^(Key|Item|RequestItems|ExpressionAttribute.*|ExclusiveStartKey|.*Specification|ProvisionedThroughput|Put|Delete|Update|ConditionCheck|.*Request)$/;
const choices: Record<string, readonly string[]> = {
  BillingMode: ['PROVISIONED', 'PAY_PER_REQUEST'],
  Select: ['SPECIFIC_ATTRIBUTES', 'COUNT', 'ALL_ATTRIBUTES', 'ALL_PROJECTED_ATTRIBUTES'],
  ReturnConsumedCapacity: ['INDEXES', 'TOTAL', 'NONE'],
  ReturnItemCollectionMetrics: ['SIZE', 'NONE'],
  ReturnValues: ['NONE', 'ALL_OLD', 'UPDATED_OLD', 'ALL_NEW', 'UPDATED_NEW'],
  ReturnValuesOnConditionCheckFailure: ['ALL_OLD', 'NONE'],
};

/** As in DynamoDB, a request with several wrong parameters gets one error that names all of them. */
export function checkParameters(operation: Operation, input: object): void {
  const { required, names } = parsed.get(operation) as { required: string[]; names: Set<string> };
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw malformed(`A ${operation} is not an object.`);
  const violations: string[] = [];
  let unknown: string | undefined;
  for (const name in input) {
    const value = (input as Record<string, unknown>)[name];
    if (value === undefined) continue;
    if (names.has(name)) checkType(name, value);
    else unknown ??= name;
    const rule = ruleOf(name, value, operation);
    if (rule) violations.push(violation(lowered(name), value, rule));
  }
  if (unknown && violations.length === 0) throw leftOut(`the parameter ${unknown} of ${operation}`);
  for (const name of required)
    if ((input as Record<string, unknown>)[name] === undefined)
      violations.push(violation(lowered(name), null, 'Member must not be null'));
  if (violations.length > 0) throw violated(violations);
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
  if (!isRight) throw malformed(`Unexpected value of the parameter ${name}.`);
}

/** The constraint that the value breaks. */
function ruleOf(name: string, value: unknown, operation: Operation): string | undefined {
  if (name === 'TableName') return ruleOfName(String(value), operation === 'CreateTable' ? 3 : 1);
  const allowed = choices[name];
  if (allowed && !allowed.includes(value as string))
    return `Member must satisfy enum value set: [${allowed.join(', ')}]`;
  if (name === 'Limit' && (!Number.isInteger(value) || (value as number) < 1))
    return 'Member must have value greater than or equal to 1';
  if (name === 'Limit' && operation === 'GetRecords' && (value as number) > 1000)
    return 'Member must have value less than or equal to 1000';
  if (name === 'ClientRequestToken' && (value as string).length > 36)
    return 'Member must have length less than or equal to 36';
  return undefined;
}

function ruleOfName(name: string, minLength: number): string | undefined {
  if (name.length < minLength) return `Member must have length greater than or equal to ${minLength}`;
  if (name.length > 255) return 'Member must have length less than or equal to 255';
  return /^[\w.-]+$/.test(name)
    ? undefined
    : 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+';
}
