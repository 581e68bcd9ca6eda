import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, StreamViewType, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { Construct } from 'constructs';
import type { Stage } from '#lib/cloud/stages.ts';
import { isDurable, type TableDescription, type TableName } from '#shared/store/tables.ts';

const key = (name: string) => ({ name, type: AttributeType.STRING });

/** A third reader would slow down a shard of the stream. */
const maxConsumers = 2;

export class Table extends TableV2 {
  readonly name: string;
  readonly description: TableDescription;

  constructor(scope: Construct, name: string, description: TableDescription, stage: Stage) {
    const { indexes, stream } = description;
    if (stream.length > maxConsumers) throw new Error(`Table ${name} has more than ${maxConsumers} stream consumers.`);
    const warmThroughput = stage.warmThroughput[name as TableName];
    super(scope, `${name}-table`, {
      ...(warmThroughput && { warmThroughput }),
      partitionKey: key('pk'),
      sortKey: key('sk'),
      billing: Billing.onDemand(),
      timeToLiveAttribute: 'ttl',
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: isDurable(name) },
      globalSecondaryIndexes: indexes.map((index) => ({
        indexName: index.name,
        partitionKey: key(index.partitionKey),
        sortKey: key(index.sortKey),
        projectionType: ProjectionType[index.projection],
      })),
      ...(stream.length > 0 && { dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES }),
      deletionProtection: stage.protectsData,
      removalPolicy: stage.protectsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.name = name;
    this.description = description;
  }
}
