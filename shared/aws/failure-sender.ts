import { Unavailable } from '#shared/values/unavailable.ts';
import type { FailureQueue } from './dead-letters.ts';
import { type SignedAwsSettings, signedAws } from './signed-aws.ts';

/** Sends a report to the failure queue of a stream, and throws `Unavailable`. */
export function failureSender(settings: Omit<SignedAwsSettings, 'service' | 'jsonVersion'>, prefix: string) {
  const call = signedAws({ ...settings, service: 'sqs', jsonVersion: '1.0' });
  return async (queue: FailureQueue, report: object): Promise<void> => {
    const input = { QueueUrl: `${prefix}${queue}`, MessageBody: JSON.stringify(report) };
    await call('AmazonSQS.SendMessage', input).catch((error: unknown) => {
      throw new Unavailable('queue', error);
    });
  };
}
