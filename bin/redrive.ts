import { parseArgs } from 'node:util';
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { queueUrl, region } from '#lib/local/environment.ts';
import { redrive } from '#lib/redrive.ts';
import { queueNames } from '#shared/queues.ts';

// `npm run redrive -- <queue> --stack adtrail-prod`, with AWS credentials in the environment; or, on this machine,
// `--sqs URL` with the address that `npm start -- --json` names under `engines.sqs`.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { stack: { type: 'string' }, sqs: { type: 'string' } },
});
const { stack, sqs } = values;
const [queue = ''] = positionals;

if (!queueNames.some((name) => name === queue) || (stack === undefined) === (sqs === undefined)) {
  process.stderr.write(
    `npm run redrive -- <queue> --stack NAME | --sqs URL\nQueues: ${queueNames.join(', ')}\n`,
  );
  process.exit(2);
}
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
const client = new SQSClient(
  sqs === undefined ? {} : { endpoint: sqs, region, credentials, useQueueUrlAsEndpoint: false },
);
const urlOf = async (name: string) =>
  sqs === undefined
    ? ((await client.send(new GetQueueUrlCommand({ QueueName: `${stack}-${name}` }))).QueueUrl ?? '')
    : queueUrl(sqs, name);
const moved = await redrive(client, { from: await urlOf(`${queue}-dead`), to: await urlOf(queue) });
process.stdout.write(`${moved} messages moved from ${queue}-dead to ${queue}.\n`);
