import { Duration, Stack } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { ServiceDescription } from '#lib/cloud/service-description.ts';
import { DeadLetterQueue } from './dead-letter-queue.ts';

type QueueDescription = ServiceDescription['queues'][string];

/** A queue, its dead-letter queue `<name>-dead` and, after `workedBy`, the function that drains it. */
export class WorkQueue extends Construct {
  readonly queue: Queue;
  readonly dead: Queue;
  readonly name: string;
  readonly description: QueueDescription;

  /** `functionTimeoutSeconds` is the worker's timeout, which may exceed the queue's own. */
  constructor(scope: Construct, name: string, description: QueueDescription, functionTimeoutSeconds: number) {
    super(scope, `${name}-queue`);
    this.name = name;
    this.description = description;
    this.dead = new DeadLetterQueue(this, 'dead', `${name}-dead`);
    this.queue = new Queue(this, 'queue', {
      queueName: `${Stack.of(this).stackName}-${name}`,
      visibilityTimeout: Duration.seconds(description.visibilitySeconds ?? 6 * functionTimeoutSeconds),
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
      deadLetterQueue: { queue: this.dead, maxReceiveCount: description.maxReceives },
    });
  }

  workedBy(worker: IFunction): void {
    const { maxConcurrency, batchSize = 10, gatherSeconds = 0 } = this.description;
    worker.addEventSource(
      new SqsEventSource(this.queue, {
        reportBatchItemFailures: true,
        maxConcurrency,
        batchSize,
        ...(gatherSeconds > 0 && { maxBatchingWindow: Duration.seconds(gatherSeconds) }),
      }),
    );
  }
}
