import { Duration } from 'aws-cdk-lib';
import type { ITable } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, type IFunction, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Construct } from 'constructs';
import { streamFailures } from '#functions/failures.ts';
import { maxRetryHours, type StreamConsumer } from '#shared/store/tables.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';
import type { Table } from './table.ts';

const windowLength = Duration.seconds(60);

export class StreamWorker extends Construct {
  readonly failed: DeadLetterQueue;
  readonly table: string;
  readonly consumer: StreamConsumer;
  readonly worker: IFunction;

  constructor(scope: Construct, table: Table, consumer: StreamConsumer, worker: IFunction) {
    const name = `${table.name}-${consumer.function}`;
    super(scope, `${name}-stream`);
    this.table = table.name;
    this.consumer = consumer;
    this.worker = worker;
    this.failed = new DeadLetterQueue(this, 'failed', streamFailures(table.name, consumer.function));
    worker.addEventSource(
      new DynamoEventSource(table as ITable, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: consumer.batchSize,
        maxBatchingWindow: Duration.seconds(consumer.gatherSeconds),
        filters: filtersOf(consumer),
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        maxRecordAge: Duration.hours(maxRetryHours),
        ...(consumer.maxAttempts !== undefined && { retryAttempts: consumer.maxAttempts - 1 }),
        onFailure: new SqsDlq(this.failed),
        // A shard has a single invocation at a time, which keeps items of a partition in order.
        parallelizationFactor: 1,
        ...(consumer.needsShardId && { tumblingWindow: windowLength }),
      }),
    );
  }
}

function filtersOf({ filter, subscribesToRemovals }: StreamConsumer) {
  const condition = { [filter.name]: { S: filter.values ?? [{ exists: true }] } };
  const changed = FilterCriteria.filter({ dynamodb: { NewImage: condition } });
  const removed = FilterCriteria.filter({ eventName: ['REMOVE'], dynamodb: { OldImage: condition } });
  return subscribesToRemovals ? [changed, removed] : [changed];
}
