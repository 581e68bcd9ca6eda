import { existsSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import type { AwsCall } from '#shared/aws/aws-call.ts';
import type { DeadLetters, FailureQueue } from '#shared/aws/dead-letters.ts';
import { recordsOf, StreamFailure } from '#shared/aws/stream-records.ts';
import { keepEffects } from '#shared/outbox/keep-effects.ts';
import type { DeadEffects } from '#shared/outbox/store/dead-effects.ts';
import { changeOf } from '#shared/worker/stream-worker.ts';

type Keeps = Pick<DeadEffects, 'keep'>;
type Deps = { deadLetters: Pick<DeadLetters, 'each'>; streams: AwsCall; deadEffects: Keeps };

export async function keepFailedBatches(queue: FailureQueue, { deadLetters, streams, deadEffects }: Deps): Promise<number> {
  const keepBatch = async (body: string) => {
    const records = await recordsOf(StreamFailure.parse(JSON.parse(body)), streams);
    await keepEffects(records.map(changeOf), new Error('The stream gave the record up.'), deadEffects);
    return true;
  };
  return (await deadLetters.each(queue, keepBatch, {})).count;
}

/** The local host's file has whole records, so they are copied to the store and the file is removed. */
export async function keepFailedRecords(file: string, deadEffects: Keeps): Promise<number> {
  const redrivingFile = `${file}.redriving`;
  if (!existsSync(redrivingFile)) {
    if (!existsSync(file)) return 0;
    await rename(file, redrivingFile);
  }
  const lines = (await readFile(redrivingFile, 'utf8')).split('\n').filter(Boolean);
  const failed = lines.map((line) => JSON.parse(line) as { function: string; record?: DynamoDBRecord; error: string });
  for (const { function: consumer, record, error } of failed)
    if (consumer === 'outbox' && record) await keepEffects([changeOf(record)], new Error(error), deadEffects);
  await rm(redrivingFile);
  return failed.length;
}
