import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import type { SignedAws } from '#shared/aws/signed-aws.ts';
import { recordsOf, StreamFailure } from '#shared/aws/stream-records.ts';
import { keepEffects } from '#shared/outbox/keep-effects.ts';
import type { DeadEffects } from '#shared/outbox/store/dead-effects.ts';
import { changeOf } from '#shared/worker/stream-worker.ts';

type Keeps = Pick<DeadEffects, 'keep'>;

export async function keepFailedBatches(
  client: SQSClient,
  QueueUrl: string,
  streams: SignedAws,
  deadEffects: Keeps,
): Promise<number> {
  for (let batches = 0; ; ) {
    const request = { QueueUrl, MaxNumberOfMessages: 10, WaitTimeSeconds: 1, VisibilityTimeout: 60 };
    const { Messages = [] } = await client.send(new ReceiveMessageCommand(request));
    if (Messages.length === 0) return batches;
    for (const { Body = '', ReceiptHandle } of Messages) {
      const records = await recordsOf(StreamFailure.parse(JSON.parse(Body)), streams);
      await keepEffects(records.map(changeOf), new Error('The stream gave the record up.'), deadEffects);
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      batches++;
    }
  }
}

/** The local host's file has whole records, and is removed afterwards. */
export async function keepFailedRecords(file: string, deadEffects: Keeps): Promise<number> {
  const redrivingFile = `${file}.redriving`;
  if (!existsSync(redrivingFile)) {
    if (!existsSync(file)) return 0;
    await rename(file, redrivingFile);
  }
  const lines = (await readFile(redrivingFile, 'utf8')).split('\n').filter(Boolean);
  const failed = lines.map(
    (line) => JSON.parse(line) as { function: string; record?: DynamoDBRecord; error: string },
  );
  for (const { function: consumer, record, error } of failed)
    if (consumer === 'outbox' && record) await keepEffects([changeOf(record)], new Error(error), deadEffects);
  await rm(redrivingFile);
  return failed.length;
}
