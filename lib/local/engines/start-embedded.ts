import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { importDynoxide } from '#packages/dynamo-sqlite/src/from-dynoxide.ts';
import { type EngineSettings, NewerFile, type StartedEngine, startEngine } from '#packages/dynamo-sqlite/src/index.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { HostError } from '../host-error.ts';
import { isSigned } from '../signed-request.ts';
import { dynamoOf } from './own-dynamo.ts';

export type EmbeddedEngine = Omit<StartedEngine, 'died'> & { dynamo: Dynamo; died: Promise<string> };

type Settings = {
  sweepSeconds?: number;
  key?: string | undefined;
} & Pick<EngineSettings, 'hasSubscriber'>;

/** With `sweepSeconds` 0, expired items stay. */
export async function startEmbedded(directory: string, { key, ...settings }: Settings = {}): Promise<EmbeddedEngine> {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'engine.sqlite');
  await importDynoxide(join(directory, 'dynamodb.sqlite'), file);
  const accepts = key === undefined ? undefined : isSignedWith(key);
  const engine = await startEngine(file, { ...settings, accepts }).catch(asHostError);
  return {
    ...engine,
    dynamo: dynamoOf(engine.call),
    died: engine.died.then(({ message }) => `The DynamoDB engine cannot write its file (${message}); start again.`),
  };
}

const isSignedWith = (key: string) => (request: Parameters<typeof isSigned>[0]) => isSigned(request, key, Date.now());

function asHostError(cause: unknown): never {
  if (!(cause instanceof NewerFile)) throw cause;
  throw new HostError('A later version of adtrail wrote this data folder: use that version, or another folder.', { cause });
}
