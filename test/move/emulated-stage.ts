import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import { queueNames } from '#functions/queues.ts';
import { createBucket } from '#lib/local/create-bucket.ts';
import { createQueues } from '#lib/local/create-queues.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { queueUrl, region } from '#lib/local/environment.ts';
import { createTables } from '#lib/local/resources.ts';
import { rootedKinds, type SecretKind, secretKinds } from '#shared/secrets.ts';
import { tableNames } from '#shared/store/tables.ts';

/** A data folder holds everything, so a host can then act as the functions. */
export async function emulatedStage(folder: string) {
  const dynamo = await startEmbedded(join(folder, 'dynamodb'), { sweepSeconds: 0 });
  await createTables(dynamo.call);
  const queues = await startFauxqs(join(folder, 'queues'), region, { key: 'stage' });
  const credentials = { accessKeyId: 'stage', secretAccessKey: 'stage' };
  const sqs = new SQSClient({ endpoint: queues.endpoint, region, credentials, useQueueUrlAsEndpoint: false });
  await createQueues(sqs, queues.endpoint);
  for (const name of ['exports', 'files', 'backups']) await createBucket(queues.endpoint, name, 'stage');
  const arnOf = (kind: string) => `arn:aws:secretsmanager:${region}:111122223333:secret:${kind}`;
  const secrets = new Map<string, string>(
    secretKinds.map((kind) => {
      const isRooted = rootedKinds.some((one) => one === kind);
      return [arnOf(kind), JSON.stringify(isRooted ? { root: `stage${'0'.repeat(59)}` } : {})];
    }),
  );
  const puts: string[] = [];
  const manager = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString();
    const { SecretId, SecretString } = JSON.parse(text) as { SecretId: string; SecretString?: string };
    const isPut = request.headers['x-amz-target'] === 'secretsmanager.PutSecretValue';
    if (!secrets.has(SecretId)) return void response.writeHead(400).end('{"__type":"ResourceNotFoundException"}');
    if (isPut && SecretString) {
      secrets.set(SecretId, SecretString);
      puts.push(SecretId);
    }
    response.end(JSON.stringify({ ARN: SecretId, ...(!isPut && { SecretString: secrets.get(SecretId) }) }));
  });
  await once(manager.listen(0, '127.0.0.1'), 'listening');

  const outputs = {
    Region: region,
    ...Object.fromEntries(tableNames.map((name) => [`Table${capital(name)}`, name])),
    ExportBucket: 'exports',
    FilesBucket: 'files',
    BackupBucket: 'backups',
    ...Object.fromEntries(secretKinds.map((kind) => [`Secret${capital(kind)}`, arnOf(kind)])),
    // CloudFormation's names have no underscores.
    ...Object.fromEntries(
      queueNames.flatMap((name) => {
        const own = `Queue${capital(name)}`.replaceAll('_', '');
        return [
          [own, queueUrl(queues.endpoint, name)],
          [`${own}Dead`, queueUrl(queues.endpoint, `${name}-dead`)],
        ];
      }),
    ),
  };
  const outputsFile = join(folder, 'outputs.json');
  writeFileSync(outputsFile, JSON.stringify({ 'adtrail-prod': outputs }));
  return {
    engine: dynamo.call,
    dynamo: dynamo.dynamo,
    s3: queues.endpoint,
    outputs,
    outputsFile,
    puts,
    secretOf: (kind: SecretKind) => JSON.parse(secrets.get(arnOf(kind)) ?? '{}'),
    env: {
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: 'stage',
      AWS_SECRET_ACCESS_KEY: 'stage',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:9',
      AWS_ENDPOINT_URL_DYNAMODB: dynamo.endpoint,
      AWS_ENDPOINT_URL_SQS: queues.endpoint,
      AWS_ENDPOINT_URL_S3: queues.endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(manager.address() as AddressInfo).port}`,
    },
    async stop() {
      const roots = rootedKinds.map((kind) => [kind, JSON.parse(secrets.get(arnOf(kind)) ?? '{}')]);
      const file = { secrets: Object.fromEntries(roots), operator_token: 'op_of-the-stage' };
      writeFileSync(join(folder, 'secrets.json'), JSON.stringify(file));
      sqs.destroy();
      manager.closeAllConnections();
      manager.close();
      await queues.stop();
      await dynamo.stop();
    },
  };
}

export type EmulatedStage = Awaited<ReturnType<typeof emulatedStage>>;

const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);

export const secretsOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8')).secrets as Record<SecretKind, object>;
