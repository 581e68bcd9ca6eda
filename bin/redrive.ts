import { join } from 'node:path';
import { queueNames } from '#functions/queues.ts';
import { queueUrl, region } from '#lib/local/environment.ts';
import { engineCredentials, signLocally } from '#lib/local/sign-locally.ts';
import { failedRecordsFile } from '#lib/local/start-workers.ts';
import { sdkQueues, sdkStreams } from '#lib/ops/aws/sdk-calls.ts';
import { sdkDynamo } from '#lib/ops/aws/sdk-dynamo.ts';
import { keepFailedBatches, keepFailedRecords } from '#lib/ops/redrive-changes.ts';
import { commandLine, refuse } from '#lib/tools/command-line.ts';
import { deadLettersAt, empty } from '#shared/aws/dead-letters.ts';
import { deadEffectsIn } from '#shared/outbox/store/dead-effects.ts';
import { tableAt } from '#shared/store/table.ts';
import { tableNames } from '#shared/store/tables.ts';

const usage = `npm run ops -- redrive <queue> --stack NAME | --sqs URL [--data DIR]
npm run ops -- redrive effects-kept --accounts TABLE | --dynamodb URL [--data DIR]
npm run ops -- redrive effects-failed --stack NAME --accounts TABLE | --data DIR --dynamodb URL
Queues: ${queueNames.join(', ')}
`;

// A local host that other machines reach needs its data folder, whose key signs the calls.
const text = { type: 'string' } as const;
const { values, positionals } = commandLine(usage, {
  stack: text,
  sqs: text,
  accounts: text,
  dynamodb: text,
  data: text,
});
const { stack, sqs, dynamodb, data } = values;
const [what = ''] = positionals;
const isQueue = queueNames.some((name) => name === what);
const accounts = values.accounts ?? (dynamodb && 'accounts');
const isComplete = isQueue
  ? (stack === undefined) !== (sqs === undefined)
  : what === 'effects-kept'
    ? accounts
    : what === 'effects-failed' && accounts && (stack === undefined) !== (data === undefined);
if (!isComplete) refuse(usage);
if (dynamodb) signLocally(dynamodb, data);

const credentials = engineCredentials(data);
const queues = sdkQueues(sqs === undefined ? {} : { endpoint: sqs, region, credentials });
const urlOf = async (name: string): Promise<string> => {
  if (sqs !== undefined) return queueUrl(sqs, name);
  const answer = await queues('AmazonSQS.GetQueueUrl', { QueueName: `${stack}-${name}` });
  return (answer as { QueueUrl: string }).QueueUrl;
};

if (isQueue) {
  const { count } = await empty(queues, await urlOf(`${what}-dead`), { to: await urlOf(what) });
  process.stdout.write(`${count} messages moved from ${what}-dead to ${what}.\n`);
} else {
  const deadEffects = deadEffectsIn(tableAt(accounts ?? '', sdkDynamo()), { now: Date.now });
  if (what === 'effects-failed') {
    let failed = data ? await keepFailedRecords(join(data, failedRecordsFile), deadEffects) : 0;
    if (stack)
      for (const table of tableNames) {
        const name = `${table}-outbox-failed` as const;
        const prefix = (await urlOf(name)).slice(0, -name.length);
        const deps = { deadLetters: deadLettersAt(queues, prefix), streams: sdkStreams(), deadEffects };
        failed += await keepFailedBatches(name, deps);
      }
    process.stdout.write(`The effects of ${failed} failed batches or records were kept.\n`);
  }
  const sentCount = await deadEffects.redrive();
  process.stdout.write(`${sentCount} effects sent to the outbox.\n`);
}
