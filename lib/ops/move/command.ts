import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { openDataFolder } from '#lib/local/data-folder.ts';
import { secretsIn } from '#lib/local/secrets.ts';
import { type Closers, localFiles } from '#lib/ops/restore/places.ts';
import { carryObjects, compareObjects } from './carry-objects.ts';
import { carrySecrets, hasSecrets } from './carry-secrets.ts';
import { backupOf, carryTables, claimTables, compareTables, expectEmpty } from './carry-tables.ts';
import { type Cloud, cloudOf } from './cloud.ts';
import { MoveRefused } from './move-refused.ts';
import { isPrepared, messagesOf, moveFolder, moveIdOf, sentIn, stateOf } from './moved-folder.ts';
import type { Options } from './options.ts';
import { sendMessages } from './send-messages.ts';
import { bucketOutputs, type LocalBucket, type Stage, stageIn } from './stage.ts';

type Around = {
  signal: AbortSignal;
  onStep(step: string): void;
  prepare(): Promise<void>;
  env: Readonly<Record<string, string | undefined>>;
};
type Opened = { options: Options; stage: Stage; cloud: Cloud; closers: Closers };

const localBuckets = Object.keys(bucketOutputs) as LocalBucket[];

export async function runMove(options: Options, around: Around): Promise<string> {
  const { action, directory } = options;
  if (!existsSync(join(directory, 'dynamodb')))
    throw new MoveRefused(`The folder ${directory} holds no tables: set --data to a data folder.`);
  if (action === 'go-back') return goBack(directory);
  const stage = stageIn(options.outputs);
  if (action === 'move' && !isPrepared(directory)) {
    // The stage is checked first, because the host can no longer use the folder once it is prepared.
    await inStage(options, stage, ({ cloud }) => expectEmpty('', cloud.target));
    await around.prepare();
  }
  return await inStage(options, stage, (opened) =>
    action === 'dry-run' ? look(opened) : action === 'verify' ? verify(opened, around) : move(opened, around),
  );
}

async function inStage<T>(options: Options, stage: Stage, work: (opened: Opened) => Promise<T>): Promise<T> {
  const closers: Closers = [openDataFolder(options.directory)];
  try {
    return await work({ options, stage, cloud: cloudOf(stage, closers), closers });
  } finally {
    for (const close of closers) await close();
  }
}

async function move({ options, stage, cloud, closers }: Opened, around: Around): Promise<string> {
  const { directory, outputs } = options;
  const { signal, onStep, env } = around;
  const state = stateOf(directory, stage.tables.attribution);
  const command = `npm run ops -- move --data ${directory} --outputs ${outputs}`;
  const step = async (name: string, work: () => Promise<void>) => {
    signal.throwIfAborted();
    if (state.isDone(name)) return onStep(`${name}: done before`);
    await work();
    state.done(name);
    onStep(`${name}: done`);
  };
  await step('tables claimed', () => claimTables(moveIdOf(directory), command, cloud.target));
  await step('secrets', async () => {
    const changed = await carrySecrets(secretsIn(directory), env, {
      call: cloud.secrets,
      arns: stage.secrets,
    });
    onStep(`secrets changed: ${changed.join(', ') || 'none'}`);
  });
  const local = await localFiles(directory, closers);
  for (const name of localBuckets)
    await step(`files of ${name}`, async () => {
      let files = 0;
      const carried = (more: number) => {
        files += more;
        if (files % 100 === 0) onStep(`files of ${name}: ${files} copied`);
      };
      const [from, to] = [await local(name), cloud.bucket(name)];
      await carryObjects(from, to, { signal, carried });
      const { files: all, bytes } = await compareObjects(name, from, to);
      onStep(`files of ${name}: ${all} files, ${bytes} bytes, the same`);
    });
  await step('tables', () => carryTables(directory, command, cloud.target, state, around));
  const messages = messagesOf(directory);
  await step('messages', () => sendMessages(messages, stage.queues, state, { call: cloud.queues, signal }));
  const { id, tables } = await backupOf(directory);
  const items = tables.reduce((sum, { itemCount }) => sum + itemCount, 0);
  return `Moved (${id}): ${items} items, and the stage's tables held exactly those; ${messages.length} open messages were handed over.`;
}

async function look({ options: { directory }, stage, cloud }: Opened): Promise<string> {
  const isDone = isPrepared(directory) && stateOf(directory, stage.tables.attribution).isDone('tables');
  if (!isDone) await expectEmpty(isPrepared(directory) ? moveIdOf(directory) : '', cloud.target);
  const other = await hasSecrets(secretsIn(directory), { call: cloud.secrets, arns: stage.secrets });
  const counts = await Promise.all(localBuckets.map(async (name) => (await cloud.bucket(name).list('')).length));
  return isDone
    ? 'This folder has been moved to this stage.'
    : `No host uses the folder, and the stage's tables are empty. The move would change ${other.length} secrets; the stage's buckets hold ${counts.join(', ')} files. Nothing was changed.`;
}

async function verify({ options: { directory }, stage, cloud, closers }: Opened, around: Around) {
  if (!isPrepared(directory)) throw new MoveRefused(`No move of ${directory} was started.`);
  const items = await compareTables(directory, cloud.target, around);
  const other = await hasSecrets(secretsIn(directory), { call: cloud.secrets, arns: stage.secrets });
  if (other.length > 0) throw new MoveRefused(`The stage has other secrets: ${other.join(', ')}.`);
  const local = await localFiles(directory, closers);
  let files = 0;
  for (const name of localBuckets) files += (await compareObjects(name, await local(name), cloud.bucket(name))).files;
  return `The stage holds the ${items} items, the ${files} files and the secrets of the folder.`;
}

function goBack(directory: string): string {
  if (!isPrepared(directory)) throw new MoveRefused(`No move of ${directory} was started.`);
  const close = openDataFolder(directory);
  const sentMessages = sentIn(directory);
  try {
    renameSync(moveFolder(directory), `${moveFolder(directory)}-${moveIdOf(directory)}`);
  } finally {
    close();
  }
  return `The host may use the folder again. Delete the stage, or empty its tables, before another move.${
    sentMessages > 0 ? ` Its queues were given ${sentMessages} open messages, which the host will deliver as well.` : ''
  }`;
}
