import { leftOut, malformed, violated, violation } from './refusals.ts';

const placeholders = 'ExpressionAttributeNames ExpressionAttributeValues';
const conditional = `ConditionExpression ${placeholders} ReturnValuesOnConditionCheckFailure`;
const reported = 'ReturnConsumedCapacity ReturnItemCollectionMetrics';
const paged = `IndexName Select FilterExpression ProjectionExpression ${placeholders} Limit ExclusiveStartKey ConsistentRead ReturnConsumedCapacity`;

/** `!` marks a required parameter. */
const parameterTypes = {
  GetItem: 'TableName! Key! ConsistentRead ProjectionExpression ExpressionAttributeNames ReturnConsumedCapacity',
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
  UpdateTable: 'TableName! AttributeDefinitions BillingMode ProvisionedThroughput GlobalSecondaryIndexUpdates StreamSpecification',
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

const lists = new Set([
  'Keys',
  'TransactItems',
  'KeySchema',
  'AttributeDefinitions',
  'GlobalSecondaryIndexes',
  'GlobalSecondaryIndexUpdates',
  'Tags',
  'TagKeys',
]);
const others: Record<string, 'boolean' | 'number'> = {
  ConsistentRead: 'boolean',
  ScanIndexForward: 'boolean',
  Limit: 'number',
  Segment: 'number',
  TotalSegments: 'number',
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

type Kind = 'list' | 'object' | 'boolean' | 'number' | 'string';
type Rule = (value: unknown) => string | undefined;
type Parameter = { kind: Kind; rule: Rule | undefined };

const kindOf = (name: string): Kind => (lists.has(name) ? 'list' : objects.test(name) ? 'object' : (others[name] ?? 'string'));

function ruleOf(name: string, operation: string): Rule | undefined {
  const allowed = choices[name];
  if (allowed)
    return (value) => (allowed.includes(value as string) ? undefined : `Member must satisfy enum value set: [${allowed.join(', ')}]`);
  const minLength = operation === 'CreateTable' ? 3 : 1;
  if (name === 'TableName') return (value) => ruleOfName(value as string, minLength);
  if (name === 'Limit') return (value) => ruleOfLimit(value as number, operation);
  return name === 'ClientRequestToken'
    ? (value) => ((value as string).length > 36 ? 'Member must have length less than or equal to 36' : undefined)
    : undefined;
}

function ruleOfName(name: string, minLength: number): string | undefined {
  if (name.length < minLength) return `Member must have length greater than or equal to ${minLength}`;
  if (name.length > 255) return 'Member must have length less than or equal to 255';
  return /^[\w.-]+$/.test(name) ? undefined : 'Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+';
}

function ruleOfLimit(limit: number, operation: string): string | undefined {
  if (!Number.isInteger(limit) || limit < 1) return 'Member must have value greater than or equal to 1';
  return operation === 'GetRecords' && limit > 1000 ? 'Member must have value less than or equal to 1000' : undefined;
}

const parsed = new Map(
  Object.entries(parameterTypes).map(([operation, text]) => {
    const names = text.split(' ');
    const required = names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
    const parameters = new Map<string, Parameter>();
    for (const marked of names) {
      const name = marked.replace('!', '');
      parameters.set(name, { kind: kindOf(name), rule: ruleOf(name, operation) });
    }
    return [operation, { required, parameters }];
  }),
);

export function checkParameters(operation: Operation, input: object): void {
  const { required, parameters } = parsed.get(operation) as NonNullable<ReturnType<typeof parsed.get>>;
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw malformed(`A ${operation} is not an object.`);
  const violations: string[] = [];
  let unknown: string | undefined;
  for (const name in input) {
    const value = (input as Record<string, unknown>)[name];
    if (value === undefined) continue;
    const parameter = parameters.get(name);
    if (!parameter) {
      unknown ??= name;
      continue;
    }
    checkType(name, value, parameter.kind);
    const broken = parameter.rule?.(value);
    if (broken) violations.push(violation(lowered(name), value, broken));
  }
  if (unknown && violations.length === 0) throw leftOut(`the parameter ${unknown} of ${operation}`);
  for (const name of required)
    if ((input as Record<string, unknown>)[name] === undefined) violations.push(violation(lowered(name), null, 'Member must not be null'));
  if (violations.length > 0) throw violated(violations);
}

const lowered = (name: string) => name.replace(/^./, (letter) => letter.toLowerCase());

function checkType(name: string, value: unknown, kind: Kind): void {
  const isRight = kind === 'list' ? Array.isArray(value) : typeof value === kind && value !== null && !Array.isArray(value);
  if (!isRight) throw malformed(`Unexpected value of the parameter ${name}.`);
}
