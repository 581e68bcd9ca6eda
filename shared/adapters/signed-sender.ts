import type { Sender } from '#shared/ports/sender.ts';
import { queues } from '#shared/queues.ts';
import { type SignedAwsSettings, signedAws } from './signed-aws.ts';

/** Messages through SQS without the SDK's 200 KB, checked against the queue's schema before they leave. */
export function signedSender(
  settings: Omit<SignedAwsSettings, 'service' | 'jsonVersion'>,
  urls: Record<string, string>,
): Sender {
  const call = signedAws({ ...settings, service: 'sqs', jsonVersion: '1.0' });
  const urlOf = (queue: string) => {
    const url = urls[queue];
    if (!url) throw new Error(`QUEUE_URLS names no ${queue}.`);
    return url;
  };
  return {
    async send(queue, message, { delaySeconds } = {}) {
      await call('AmazonSQS.SendMessage', {
        QueueUrl: urlOf(queue),
        MessageBody: JSON.stringify(queues[queue].message.parse(message)),
        ...(delaySeconds && { DelaySeconds: delaySeconds }),
      });
    },
    async holdBack(queue, ReceiptHandle, VisibilityTimeout) {
      const QueueUrl = urlOf(queue);
      await call('AmazonSQS.ChangeMessageVisibility', { QueueUrl, ReceiptHandle, VisibilityTimeout });
    },
  };
}
