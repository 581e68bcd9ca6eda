import {
  DeleteMessageCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';

/**
 * Moves what a dead-letter queue holds back to its queue, and returns how many messages that were. A message is sent
 * before it is deleted, so none is lost; one that is sent twice after a crash in between does nothing the second time,
 * because every worker tolerates redelivery.
 */
export async function redrive(
  client: SQSClient,
  { from, to }: { from: string; to: string },
): Promise<number> {
  for (let moved = 0; ; ) {
    // A long poll asks every server of the queue, so that an empty answer means an empty queue.
    const request = { QueueUrl: from, MaxNumberOfMessages: 10, WaitTimeSeconds: 1, VisibilityTimeout: 60 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(request));
    if (Messages.length === 0) return moved;
    for (const { Body = '', ReceiptHandle } of Messages) {
      await client.send(new SendMessageCommand({ QueueUrl: to, MessageBody: Body }));
      await client.send(new DeleteMessageCommand({ QueueUrl: from, ReceiptHandle }));
      moved++;
    }
  }
}
