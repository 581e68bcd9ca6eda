import { groupOf } from '#shared/messages/group-of.ts';
import type { Queue } from '#shared/messages/queue.ts';
import type { Sender } from '#shared/messages/sender.ts';
import { waitedFor } from '#shared/values/part-progress.ts';
import { messageBody, queueFailure } from './queue-message.ts';
import { type SignedAwsSettings, signedAws } from './signed-aws.ts';

export function signedSender(settings: Omit<SignedAwsSettings, 'service' | 'jsonVersion'>, urls: Record<string, string>): Sender {
  const call = signedAws({ ...settings, service: 'sqs', jsonVersion: '1.0' });
  const urlOf = ({ name }: Queue) => {
    const url = urls[name];
    if (!url) throw new Error(`QUEUE_URLS names no ${name}.`);
    return url;
  };
  return {
    async send(queue, message, { delaySeconds } = {}) {
      const group = groupOf(message);
      const input = {
        QueueUrl: urlOf(queue),
        ...(group !== undefined && { MessageGroupId: group }),
        MessageBody: messageBody(queue, message),
        ...(delaySeconds && { DelaySeconds: delaySeconds }),
      };
      await waitedFor(call('AmazonSQS.SendMessage', input)).catch(rethrow(queue));
    },
    async holdBack(queue, ReceiptHandle, VisibilityTimeout) {
      const input = { QueueUrl: urlOf(queue), ReceiptHandle, VisibilityTimeout };
      await call('AmazonSQS.ChangeMessageVisibility', input).catch(rethrow(queue));
    },
  };
}

const rethrow = (queue: Queue) => (error: unknown) => {
  throw queueFailure(queue, error);
};
