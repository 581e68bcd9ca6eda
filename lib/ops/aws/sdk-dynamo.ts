import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  DynamoDBServiceException,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { type Dynamo, DynamoRefusal, type Output } from '#shared/store/dynamo.ts';
import { patience } from './patience.ts';
import { fromSdk, toSdk } from './wire-values.ts';

const commands = {
  GetItem: GetItemCommand,
  BatchGetItem: BatchGetItemCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  PutItem: PutItemCommand,
  UpdateItem: UpdateItemCommand,
  DeleteItem: DeleteItemCommand,
  BatchWriteItem: BatchWriteItemCommand,
  TransactWriteItems: TransactWriteItemsCommand,
};

export function sdkDynamo(config: DynamoDBClientConfig = {}): Dynamo {
  const client = new DynamoDBClient({ ...patience, ...config });
  return async (operation, input) => {
    const Command = commands[operation] as typeof GetItemCommand;
    try {
      return fromSdk(await client.send(new Command(toSdk(input) as never))) as Output;
    } catch (error) {
      if (!(error instanceof DynamoDBServiceException) || error.$fault !== 'client') throw error;
      const { Item, CancellationReasons } = fromSdk({ ...error }) as {
        Item?: DynamoRefusal['item'];
        CancellationReasons?: DynamoRefusal['reasons'];
      };
      throw new DynamoRefusal(error.name, error.message, { item: Item, reasons: CancellationReasons });
    }
  };
}
