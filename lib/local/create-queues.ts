import { CreateQueueCommand, SetQueueAttributesCommand, type SQSClient } from '@aws-sdk/client-sqs';
import { failureQueues } from '#functions/failures.ts';
import { queues } from '#functions/queues.ts';
import type { Queue } from '#shared/messages/queue.ts';
import { daysInSeconds } from '#shared/values/durations.ts';
import { queueUrl, region } from './environment.ts';

export const visibilityOf = ({ visibilitySeconds, timeoutSeconds }: Queue) => visibilitySeconds ?? timeoutSeconds * 6;

export async function createQueues(
  client: SQSClient,
  endpoint: string,
  described: Readonly<Record<string, Queue>> = queues,
): Promise<void> {
  for (const [name, queue] of Object.entries(described)) {
    const dead = `${name}-dead`;
    await ensureQueue(client, endpoint, dead, { MessageRetentionPeriod: String(daysInSeconds(14)) });
    const deadLetterTargetArn = `arn:aws:sqs:${region}:000000000000:${dead}`;
    await ensureQueue(client, endpoint, name, {
      VisibilityTimeout: String(visibilityOf(queue)),
      RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: queue.maxReceives }),
    });
  }
  for (const name of failureQueues) await ensureQueue(client, endpoint, name, { MessageRetentionPeriod: String(daysInSeconds(14)) });
}

async function ensureQueue(client: SQSClient, endpoint: string, QueueName: string, Attributes: Record<string, string>): Promise<void> {
  // Without attributes, CreateQueue accepts an existing queue.
  await client.send(new CreateQueueCommand({ QueueName }));
  await client.send(new SetQueueAttributesCommand({ QueueUrl: queueUrl(endpoint, QueueName), Attributes }));
}
