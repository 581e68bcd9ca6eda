import { httpCalls } from './http-calls.ts';

export type WireItem = Record<string, { S: string } | Record<string, unknown>>;
export type RawEngine = ReturnType<typeof rawEngine>;

const authorization = 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0';
const common = {
  authorization,
  'content-type': 'application/x-amz-json-1.0',
  'x-amz-date': '20260101T000000Z',
};

export function rawEngine(endpoint: string) {
  const { call, close } = httpCalls(endpoint);
  const send = async <T>(operation: string, input: object): Promise<T> => {
    const headers = { ...common, 'x-amz-target': `DynamoDB_20120810.${operation}` };
    const { status, body } = await call({ method: 'POST', path: '/', headers, body: JSON.stringify(input) });
    if (status !== 200) throw new Error(`The engine answers ${operation} with ${status}: ${body}`);
    return JSON.parse(body) as T;
  };
  return {
    close,
    async createTable(TableName: string, names: readonly string[] = ['pk', 'sk']): Promise<void> {
      const keys = names.map((AttributeName, i) => ({ AttributeName, KeyType: i ? 'RANGE' : 'HASH' }));
      const AttributeDefinitions = keys.map(({ AttributeName }) => ({ AttributeName, AttributeType: 'S' }));
      const BillingMode = 'PAY_PER_REQUEST';
      await send('CreateTable', { TableName, KeySchema: keys, AttributeDefinitions, BillingMode });
    },

    putNew: (TableName: string, Item: WireItem) =>
      send('PutItem', {
        TableName,
        Item,
        ConditionExpression: 'attribute_not_exists(pk)',
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      }),

    async get(TableName: string, { pk, sk }: { pk: string; sk: string }): Promise<WireItem> {
      const { Item } = await send<{ Item?: WireItem }>('GetItem', {
        TableName,
        Key: { pk: { S: pk }, sk: { S: sk } },
      });
      if (!Item) throw new Error(`The engine knows no item ${pk}.`);
      return Item;
    },

    async putAll(TableName: string, items: readonly WireItem[]): Promise<void> {
      const RequestItems = { [TableName]: items.map((Item) => ({ PutRequest: { Item } })) };
      const { UnprocessedItems = {} } = await send<{ UnprocessedItems?: object }>('BatchWriteItem', {
        RequestItems,
      });
      if (Object.keys(UnprocessedItems).length > 0) throw new Error('The engine has left items unwritten.');
    },
  };
}
