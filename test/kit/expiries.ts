import { DynamoRefusal } from '#shared/store/dynamo.ts';

type Value = { N?: string };
type Written = {
  Item?: Record<string, Value>;
  UpdateExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, Value>;
};
export type WrittenBody = Written & {
  RequestItems?: object;
  TransactItems?: readonly Partial<Record<string, object>>[];
};

/** DynamoDB takes `ttl` for seconds since 1970, never for milliseconds. */
export function assertExpiriesInSeconds(body: WrittenBody): void {
  for (const write of writesOf(body))
    for (const { N } of expiriesOf(write))
      if (N === undefined || !/^\d{9,10}$/.test(N))
        throw new DynamoRefusal('ValidationException', `A ttl is not whole seconds since 1970: ${N} in ${shapeOf(write)}`);
}

const writesOf = ({ TransactItems, RequestItems, ...single }: WrittenBody): Written[] => [
  single,
  ...(TransactItems ?? []).flatMap((part) => Object.values(part) as Written[]),
  ...(Object.values(RequestItems ?? {}) as { PutRequest?: Written }[][]).flat().flatMap(({ PutRequest }) => PutRequest ?? []),
];

function expiriesOf({
  Item,
  UpdateExpression = '',
  ExpressionAttributeNames: names = {},
  ExpressionAttributeValues: values = {},
}: Written): Value[] {
  if (Item) return Item.ttl ? [Item.ttl] : [];
  const assigned = UpdateExpression.matchAll(/([#\w]+)\s*=\s*(?:if_not_exists\([#\w]+\s*,\s*)?(:\w+)/g);
  return [...assigned].flatMap(([, name = '', value = '']) => ((names[name] ?? name) === 'ttl' ? (values[value] ?? []) : []));
}

const shapeOf = ({ Item, UpdateExpression }: Written) => UpdateExpression ?? Object.keys(Item ?? {}).join(' ');
