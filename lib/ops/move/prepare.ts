import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SQSClient } from '@aws-sdk/client-sqs';
import { createQueues } from '#lib/local/create-queues.ts';
import { openDataFolder } from '#lib/local/data-folder.ts';
import { startFauxqs } from '#lib/local/engines/fauxqs.ts';
import { startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { localEnvironment, region } from '#lib/local/environment.ts';
import { workers } from '#lib/local/invoker.ts';
import { refuseHalfRestored } from '#lib/local/refuse-half-restored.ts';
import { createTables } from '#lib/local/resources.ts';
import { secretsIn } from '#lib/local/secrets.ts';
import { hasSubscriber } from '#lib/local/start-engines.ts';
import { setOwnEngine } from '#shared/aws/own-engine.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { finishStreams, openEffects } from './finish-streams.ts';
import { inMove, isPrepared, moveFolder, type OpenMessage } from './moved-folder.ts';
import { queuedMessages, refuseGivenUp } from './queued-messages.ts';
import { writeBackup } from './write-backup.ts';

/** Nothing listens at this address, so functions can send nothing during the preparation. */
const nowhere = 'http://127.0.0.1:9';

/** The preparation sets environment variables, so it needs a separate process. */
export async function prepare(directory: string, onStep: (step: string) => void): Promise<void> {
  const closers: (() => unknown)[] = [openDataFolder(directory)];
  try {
    if (isPrepared(directory)) return;
    const secrets = secretsIn(directory);
    const key = secrets.engine_key;
    const engine = await startEmbedded(join(directory, 'dynamodb'), { sweepSeconds: 0, hasSubscriber, key });
    closers.unshift(() => engine.stop());
    await refuseHalfRestored(engine.dynamo, directory);
    refuseGivenUp(directory);
    const queues = await startFauxqs(join(directory, 'queues'), region, { key, hasOpenQueues: false });
    const close = once(() => queues.stop());
    closers.unshift(close);
    setOwnEngine(engine.dynamo);
    const endpoints = { dynamodb: engine.endpoint, sqs: queues.endpoint, s3: queues.endpoint };
    setEnvironment(
      localEnvironment(process.env, { ...endpoints, ses: nowhere, oidc: nowhere }, secrets, {
        api: nowhere,
      }),
    );
    const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
    closers.unshift(() => sqs.destroy());
    const [tables] = await Promise.all([createTables(engine.call), createQueues(sqs, queues.endpoint)]);
    const functions = workers();
    const folder = { directory, engine: engine.call, tables };
    const counted = await finishStreams(folder, (name) => {
      const invoke = functions.get(name);
      if (!invoke) throw new Error(`No function ${name}.`);
      return invoke;
    });
    onStep(`${counted} changes that the host had not come to are counted`);
    const effects = await openEffects(folder);
    await close();
    const openMessages: OpenMessage[] = [
      ...queuedMessages(directory),
      ...effects.map((effect) => ({
        queue: 'effects',
        body: JSON.stringify({ effect }),
        notBefore: null,
      })),
    ];
    await write(directory, openMessages, engine.dynamo);
    onStep(`prepared: ${openMessages.length} messages and effects are open`);
  } finally {
    for (const close of closers) await close();
  }
}

async function write(directory: string, openMessages: readonly OpenMessage[], dynamo: Dynamo): Promise<void> {
  const folder = `${moveFolder(directory)}.new`;
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  await writeBackup(folder, dynamo);
  await writeFile(join(folder, inMove.messages), openMessages.map((message) => `${JSON.stringify(message)}\n`).join(''));
  await rename(folder, moveFolder(directory));
}

function once(close: () => Promise<void>) {
  let closed: Promise<void> | undefined;
  return () => {
    closed ??= close();
    return closed;
  };
}

function setEnvironment(values: Record<string, string>): void {
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name];
  Object.assign(process.env, values);
}
