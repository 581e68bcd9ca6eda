// Slow: it builds the cloud's template or bundles.
import { service } from '#lib/cloud/service-description.ts';
import { isDurable } from '#shared/store/tables.ts';
import { type Json, stageNamed, synthesised, widerService } from './synthesised.ts';

const { ofType, inWords } = synthesised();
const tables = new Map(ofType('DynamoDB::GlobalTable').map(({ id, properties }) => [inWords({ Ref: id }), properties]));
const tableOf = (name: string): Json => tables.get(`table ${name}`);
const keySchema = (...names: string[]) => names.map((AttributeName, i) => ({ AttributeName, KeyType: i === 0 ? 'HASH' : 'RANGE' }));

describe('the tables', () => {
  it('the tables are those of the description', () => {
    expect([...tables.keys()].sort()).toEqual(
      Object.keys(widerService.tables)
        .map((name) => `table ${name}`)
        .sort(),
    );
  });

  it('the tables take at once what their stage says, else what DynamoDB gives a new table', () => {
    const units = { readUnitsPerSecond: 20_000, writeUnitsPerSecond: 40_000 };
    const prod = stageNamed('prod');
    const warm = synthesised(service, { ...prod, warmThroughput: { ...prod.warmThroughput, accounts: units } });
    const actual = warm.ofType('DynamoDB::GlobalTable').map(({ id, properties }) => [warm.inWords({ Ref: id }), properties.WarmThroughput]);
    const [read, write] = [units.readUnitsPerSecond, units.writeUnitsPerSecond];
    expect(Object.fromEntries(actual)).toEqual({
      'table accounts': { ReadUnitsPerSecond: read, WriteUnitsPerSecond: write },
      'table attribution': { ReadUnitsPerSecond: 20_000, WriteUnitsPerSecond: 40_000 },
      'table analysis': undefined,
      'table transient': undefined,
    });
  });

  it.each(Object.entries(widerService.tables))(
    '%s is on demand, expires by ttl, and recovers to any point in time unless it is transient',
    (name, { indexes, stream }) => {
      const table = tableOf(name);
      expect(table).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: keySchema('pk', 'sk'),
        TimeToLiveSpecification: { AttributeName: 'ttl', Enabled: true },
        Replicas: [{ PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: isDurable(name) } }],
      });
      expect(table.StreamSpecification).toEqual(stream.length > 0 ? { StreamViewType: 'NEW_AND_OLD_IMAGES' } : undefined);
      expect(table.GlobalSecondaryIndexes ?? []).toEqual(
        indexes.map((index) => ({
          IndexName: index.name,
          KeySchema: keySchema(index.partitionKey, index.sortKey),
          Projection: { ProjectionType: index.projection },
        })),
      );
      const keys = ['pk', 'sk', ...indexes.flatMap((index) => [index.partitionKey, index.sortKey])];
      expect(table.AttributeDefinitions.map((a: Json) => `${a.AttributeName}:${a.AttributeType}`).sort()).toEqual(
        [...new Set(keys)].map((key) => `${key}:S`).sort(),
      );
    },
  );

  it('the tables take at most two stream consumers, as DynamoDB does', () => {
    const accounts = service.tables.accounts;
    const consumer = accounts?.stream[0];
    if (!consumer) throw new Error('accounts has no consumer');
    const three = {
      ...service,
      tables: { ...service.tables, accounts: { indexes: [], stream: [consumer, consumer, consumer] } },
    };
    expect(() => synthesised(three)).toThrow('more than 2 stream consumers');
  });
});

describe('the stream consumers', () => {
  const mappings = ofType('Lambda::EventSourceMapping')
    .map(({ properties }) => properties)
    .filter(({ EventSourceArn }) => inWords(EventSourceArn).startsWith('stream '));
  const described = Object.entries(widerService.tables).flatMap(([table, { stream }]) => stream.map((consumer) => ({ table, consumer })));
  const name = (table: string, worker: string) => `${table} -> ${worker}`;

  it('the stream consumers are those of the description', () => {
    const actual = mappings.map((m) =>
      name(inWords(m.EventSourceArn).replace('stream ', ''), inWords(m.FunctionName).replace('function ', '')),
    );
    expect(actual.sort()).toEqual(described.map(({ table, consumer }) => name(table, consumer.function)).sort());
  });

  it.each(described.map((d) => [name(d.table, d.consumer.function), d] as const))(
    '%s reads, filters, splits and gives up as described',
    (_, { table, consumer }) => {
      const mapping = mappings.find(
        (m) => inWords(m.EventSourceArn) === `stream ${table}` && inWords(m.FunctionName) === `function ${consumer.function}`,
      );
      const { filter, subscribesToRemovals } = consumer;
      const condition = { [filter.name]: { S: filter.values ?? [{ exists: true }] } };
      expect(mapping).toMatchObject({
        StartingPosition: 'TRIM_HORIZON',
        BatchSize: consumer.batchSize,
        MaximumBatchingWindowInSeconds: consumer.gatherSeconds,
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ['ReportBatchItemFailures'],
        ParallelizationFactor: 1,
      });
      expect(mapping.MaximumRetryAttempts).toBe(consumer.maxAttempts && consumer.maxAttempts - 1);
      expect(mapping.FilterCriteria.Filters.map((f: Json) => JSON.parse(f.Pattern))).toEqual([
        { dynamodb: { NewImage: condition } },
        ...(subscribesToRemovals ? [{ eventName: ['REMOVE'], dynamodb: { OldImage: condition } }] : []),
      ]);
      expect(inWords(mapping.DestinationConfig.OnFailure.Destination)).toBe(`queue ${table}-${consumer.function}-failed`);
      expect(mapping.TumblingWindowInSeconds).toBe(consumer.needsShardId ? 60 : undefined);
    },
  );

  it('the stream consumers give up while the stream still holds the record, so that it can be read', () => {
    const streamKeepsSeconds = 24 * 3600;
    for (const mapping of mappings) {
      expect(mapping.MaximumRecordAgeInSeconds).toBeLessThanOrEqual(streamKeepsSeconds - 3600);
    }
  });

  it('the stream consumers give a record up after some attempts, except the totals, which are added in order', () => {
    const unbounded = Object.values(service.tables).flatMap(({ stream }) =>
      stream.filter(({ maxAttempts }) => maxAttempts === undefined).map((consumer) => consumer.function),
    );
    expect(unbounded).toEqual(['conversion-totals']);
  });
});
