import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { QueueName } from '#shared/messages/queues.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { waitedFor } from '#shared/values/part-progress.ts';
import { messageBody, queueFailure } from './queue-message.ts';

/** Messages through SQS, checked against the queue's schema before they leave. */
export function sqsSender(client: SQSClient, urls: Record<string, string>): Sender {
  const urlOf = (queue: QueueName) => {
    const url = urls[queue];
    if (!url) throw new Error(`QUEUE_URLS names no ${queue}.`);
    return url;
  };
  return {
    async send(queue, message, { delaySeconds } = {}) {
      const input = {
        QueueUrl: urlOf(queue),
        MessageBody: messageBody(queue, message),
        ...(delaySeconds && { DelaySeconds: delaySeconds }),
      };
      await waitedFor(client.send(new SendMessageCommand(input))).catch(rethrow(queue));
    },
    async holdBack(queue, ReceiptHandle, VisibilityTimeout) {
      const input = { QueueUrl: urlOf(queue), ReceiptHandle, VisibilityTimeout };
      await client.send(new ChangeMessageVisibilityCommand(input)).catch(rethrow(queue));
    },
  };
}

const rethrow = (queue: QueueName) => (error: unknown) => {
  throw queueFailure(queue, error);
};
