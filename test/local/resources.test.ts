import { randomBytes } from 'node:crypto';
import { CreateTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createTables } from '#lib/local/resources.ts';

describe('setting up tables', () => {
  it('ends what a host began that was killed after the first step: expiry, stream and indexes', async () => {
    const endpoint = process.env.TEST_DYNAMODB_ENDPOINT ?? '';
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials });
    const prefix = `t${randomBytes(5).toString('hex')}-`;
    await client.send(
      new CreateTableCommand({
        TableName: `${prefix}accounts`,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [
          { AttributeName: 'pk', AttributeType: 'S' },
          { AttributeName: 'sk', AttributeType: 'S' },
        ],
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      }),
    );
    // And once more, as every start does.
    for (let starts = 0; starts < 2; starts++) {
      const tables = await createTables(endpoint, { prefix });
      for (const { tableName, streamArn } of tables) {
        const { TimeToLiveDescription } = await client.send(
          new DescribeTimeToLiveCommand({ TableName: tableName }),
        );
        expect([tableName, TimeToLiveDescription]).toEqual([
          tableName,
          { AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' },
        ]);
        expect(streamArn).toBeTruthy();
      }
    }
    client.destroy();
  });
});
