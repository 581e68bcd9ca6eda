import type { AwsCall } from '#shared/aws/aws-call.ts';
import { MoveRefused } from './move-refused.ts';
import type { OpenMessage, State } from './moved-folder.ts';

/** SQS delays a message by at most 900 seconds; workers defer a message that is still early. */
const maxDelaySeconds = 900;

/** A repeated message sends no second mail, because effects have receipts. */
export async function sendMessages(
  messages: readonly OpenMessage[],
  queues: ReadonlyMap<string, string>,
  state: State,
  { call, signal, now = Date.now }: { call: AwsCall; signal: AbortSignal; now?: () => number },
): Promise<void> {
  const unknown = messages.find(({ queue }) => !queues.has(queue));
  if (unknown) throw new MoveRefused(`The stage has no queue ${unknown.queue}.`);
  for (const [place, { queue, body, notBefore }] of messages.entries()) {
    if (place < state.sent) continue;
    signal.throwIfAborted();
    const seconds = Math.ceil(((notBefore ?? 0) - now()) / 1000);
    const DelaySeconds = Math.min(maxDelaySeconds, Math.max(0, seconds));
    await call('AmazonSQS.SendMessage', {
      QueueUrl: queues.get(queue),
      MessageBody: body,
      ...(DelaySeconds > 0 && { DelaySeconds }),
    });
    state.sentUpTo(place + 1);
  }
}
