import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { DeleteMessageCommand, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import type { SignedAws } from '#shared/aws/signed-aws.ts';
import { newEffects } from '#shared/outbox/new-effects.ts';
import type { DeadEffects } from '#shared/outbox/store/dead-effects.ts';
import { changeOf } from '#shared/worker/stream-worker.ts';

type Keeps = Pick<DeadEffects, 'keep'>;

/** Keeps the effects of records that the outbox gave up, so that `DeadEffects.redrive` sends them again. */
async function keepEffects(records: readonly DynamoDBRecord[], reason: Error, { keep }: Keeps) {
  for (const { before, after } of records.map(changeOf)) {
    const { effects, unreadable } = newEffects(before, after);
    for (const effect of effects) await keep(JSON.stringify([effect]), reason);
    for (const { held, error } of unreadable) await keep(held, error);
  }
}

/** What Lambda reports of a batch that it gave up: its place in the stream. */
type Failure = {
  DDBStreamBatchInfo: {
    streamArn: string;
    shardId: string;
    startSequenceNumber: string;
    endSequenceNumber: string;
  };
};

/** Keeps the effects of every batch that a queue of failures names, and returns how many batches there were. */
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
      const records = await recordsOf(JSON.parse(Body) as Failure, streams);
      await keepEffects(records, new Error('The stream gave the record up.'), deadEffects);
      await client.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
      batches++;
    }
  }
}

type Page = {
  Records: (DynamoDBRecord & { dynamodb: { SequenceNumber: string } })[];
  NextShardIterator?: string;
};

/** The records of a batch, as long as the stream has them. */
async function recordsOf(
  { DDBStreamBatchInfo: batch }: Failure,
  streams: SignedAws,
): Promise<DynamoDBRecord[]> {
  const call = async <T>(operation: string, input: object) =>
    (await streams(`DynamoDBStreams_20120810.${operation}`, input)) as T;
  const end = BigInt(batch.endSequenceNumber);
  const records: DynamoDBRecord[] = [];
  let { ShardIterator } = await call<{ ShardIterator?: string }>('GetShardIterator', {
    StreamArn: batch.streamArn,
    ShardId: batch.shardId,
    ShardIteratorType: 'AT_SEQUENCE_NUMBER',
    SequenceNumber: batch.startSequenceNumber,
  });
  while (ShardIterator) {
    const page: Page = await call<Page>('GetRecords', { ShardIterator, Limit: 1000 });
    const inBatch = page.Records.filter(({ dynamodb }) => BigInt(dynamodb.SequenceNumber) <= end);
    records.push(...inBatch);
    const last = page.Records.at(-1);
    if (inBatch.length < page.Records.length || (last && BigInt(last.dynamodb.SequenceNumber) >= end)) break;
    ShardIterator = page.NextShardIterator;
  }
  return records;
}

/** The same of the records in the file of a host on this machine, which holds them whole; the file is then removed. */
export async function keepFailedRecords(file: string, deadEffects: Keeps): Promise<number> {
  const taken = `${file}.redriving`;
  // A file that an interrupted redrive took goes first.
  if (!existsSync(taken)) {
    if (!existsSync(file)) return 0;
    await rename(file, taken);
  }
  const lines = (await readFile(taken, 'utf8')).split('\n').filter(Boolean);
  const failed = lines.map(
    (line) => JSON.parse(line) as { function: string; record?: DynamoDBRecord; error: string },
  );
  for (const { function: consumer, record, error } of failed)
    if (consumer === 'outbox' && record) await keepEffects([record], new Error(error), deadEffects);
  await rm(taken);
  return failed.length;
}
