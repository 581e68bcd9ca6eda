import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Sender } from '#shared/ports/sender.ts';
import { type QueueName, queues } from '#shared/queues.ts';

/** Messages through SQS, checked against the queue's schema before they leave. */
export function sqsSender(client: SQSClient, urls: Record<string, string>): Sender {
  const urlOf = (queue: QueueName) => {
    const url = urls[queue];
    if (!url) throw new Error(`QUEUE_URLS names no ${queue}.`);
    return url;
  };
  return {
    async send(queue, message, { delaySeconds } = {}) {
      const MessageBody = JSON.stringify(queues[queue].message.parse(message));
      const delay = delaySeconds ? { DelaySeconds: delaySeconds } : {};
      await client.send(new SendMessageCommand({ QueueUrl: urlOf(queue), MessageBody, ...delay }));
    },
    async holdBack(queue, ReceiptHandle, VisibilityTimeout) {
      await client.send(
        new ChangeMessageVisibilityCommand({ QueueUrl: urlOf(queue), ReceiptHandle, VisibilityTimeout }),
      );
    },
  };
}
