import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import { empty } from '#shared/aws/dead-letters.ts';

/** Moves the messages of a dead-letter queue back to its queue, and returns their number. */
export async function redrive(
  client: SQSClient,
  { from, to }: { from: string; to: string },
): Promise<number> {
  const { count } = await empty(callOf(client), from, { to });
  return count;
}

/** Adapts the SDK's client to the interface of hand-signed calls. */
const callOf = (client: SQSClient) => (target: string, input: object) => {
  const name = target.replace('AmazonSQS.', '');
  if (name === 'ReceiveMessage') return client.send(new ReceiveMessageCommand(input as never));
  if (name === 'SendMessage') return client.send(new SendMessageCommand(input as never));
  return client.send(new DeleteMessageCommand(input as never));
};
