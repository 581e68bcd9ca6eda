import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';

export class DeadLetterQueue extends Queue {
  constructor(scope: Construct, id: string, name: string) {
    super(scope, id, {
      queueName: `${Stack.of(scope).stackName}-${name}`,
      retentionPeriod: Duration.days(14),
      encryption: QueueEncryption.SQS_MANAGED,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-SQS3',
      reason: 'It is a dead-letter queue: of a queue, a stream or a schedule, with an alarm on its first message.',
    });
  }
}
