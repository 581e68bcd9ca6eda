import { join } from 'node:path';
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { queueUrl, region } from '#lib/local/environment.ts';
import { engineCredentials, signLocally } from '#lib/local/sign-locally.ts';
import { failedRecordsFile } from '#lib/local/start-workers.ts';
import { redrive } from '#lib/ops/redrive.ts';
import { keepFailedBatches, keepFailedRecords } from '#lib/ops/redrive-changes.ts';
import { commandLine } from '#lib/tools/command-line.ts';
import { sdkDynamo } from '#shared/aws/sdk-dynamo.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { queueNames } from '#shared/messages/queues.ts';
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
  ...{ stack: text, sqs: text, accounts: text, dynamodb: text, data: text },
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
if (!isComplete) {
  process.stderr.write(usage);
  process.exit(2);
}
if (dynamodb) {
  signLocally(dynamodb, data);
}

const credentials = engineCredentials(data);
const client = () =>
  new SQSClient(
    sqs === undefined ? {} : { endpoint: sqs, region, credentials, useQueueUrlAsEndpoint: false },
  );
const urlOf = async (name: string) =>
  sqs === undefined
    ? ((await client().send(new GetQueueUrlCommand({ QueueName: `${stack}-${name}` }))).QueueUrl ?? '')
    : queueUrl(sqs, name);

if (isQueue) {
  const moved = await redrive(client(), { from: await urlOf(`${what}-dead`), to: await urlOf(what) });
  process.stdout.write(`${moved} messages moved from ${what}-dead to ${what}.\n`);
} else {
  const deadEffects = deadEffectsIn(tableAt(accounts ?? '', sdkDynamo()), { now: Date.now });
  if (what === 'effects-failed') {
    let failed = data ? await keepFailedRecords(join(data, failedRecordsFile), deadEffects) : 0;
    if (stack)
      for (const table of tableNames)
        failed += await keepFailedBatches(
          client(),
          await urlOf(`${table}-outbox-failed`),
          streams(),
          deadEffects,
        );
    process.stdout.write(`The effects of ${failed} failed batches or records were kept.\n`);
  }
  const sent = await deadEffects.redrive();
  process.stdout.write(`${sent} effects sent to the outbox.\n`);
}

function streams() {
  const { env } = process;
  const from = env.AWS_REGION ?? region;
  return signedAws({
    service: 'dynamodb',
    jsonVersion: '1.0',
    region: from,
    endpoint: `https://streams.dynamodb.${from}.amazonaws.com`,
    credentials: () => ({
      accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
      secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
      sessionToken: env.AWS_SESSION_TOKEN,
    }),
  });
}
