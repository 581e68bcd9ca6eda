// Slow: it starts processes.
import { randomBytes } from 'node:crypto';
import { createTables } from '#lib/local/resources.ts';
import { tableNames, tables } from '#shared/store/tables.ts';
import { engine } from '#test/kit/engine.ts';

describe('setting up tables', () => {
  it('setting up tables ends what a host began that was killed after the first step: expiry, stream and indexes', async () => {
    const prefix = `t${randomBytes(5).toString('hex')}-`;
    await engine('CreateTable', {
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
    });
    for (let starts = 0; starts < 2; starts++) {
      const created = await createTables(engine, { prefix });
      expect(created).toHaveLength(tableNames.length);
      for (const { tableName, streamArn } of created) {
        const { TimeToLiveDescription } = (await engine('DescribeTimeToLive', { TableName: tableName })) as {
          TimeToLiveDescription: object;
        };
        expect([tableName, TimeToLiveDescription]).toEqual([tableName, { AttributeName: 'ttl', TimeToLiveStatus: 'ENABLED' }]);
        const name = tableNames.find((one) => tableName === prefix + one) as (typeof tableNames)[number];
        expect([name, streamArn !== undefined]).toEqual([name, tables[name].stream.length > 0]);
      }
    }
  });
});
