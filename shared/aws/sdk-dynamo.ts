import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  DynamoDBServiceException,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { type Dynamo, DynamoRefusal, type Output } from '#shared/store/dynamo.ts';
import { clientSettings, type Transport } from './client-settings.ts';

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

/** The AWS SDK finds a user's credentials. */
export function sdkDynamo(transport?: Transport): Dynamo {
  const client = new DynamoDBClient(clientSettings(transport));
  return async (operation, input) => {
    const Command = commands[operation] as typeof GetItemCommand;
    try {
      return (await client.send(
        new Command(input as ConstructorParameters<typeof GetItemCommand>[0]),
      )) as Output;
    } catch (error) {
      if (!(error instanceof DynamoDBServiceException) || error.$fault !== 'client') throw error;
      const { Item, CancellationReasons } = error as {
        Item?: WireMap;
        CancellationReasons?: DynamoRefusal['reasons'];
      };
      throw new DynamoRefusal(error.name, error.message, { item: Item, reasons: CancellationReasons });
    }
  };
}
