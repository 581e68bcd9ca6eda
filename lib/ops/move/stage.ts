import { readFileSync } from 'node:fs';
import { failureQueues } from '#functions/failures.ts';
import { queueNames } from '#functions/queues.ts';
import { type SecretKind, secretKinds } from '#shared/secrets.ts';
import { type DurableTableName, durableTableNames } from '#shared/store/tables.ts';
import { MoveRefused } from './move-refused.ts';

export const bucketOutputs = {
  exports: 'ExportBucket',
  files: 'FilesBucket',
  backups: 'BackupBucket',
} as const;
export type LocalBucket = keyof typeof bucketOutputs;

export type Stage = {
  region: string;
  tables: Record<DurableTableName, string>;
  buckets: Record<LocalBucket, string>;
  secrets: Record<SecretKind, string>;
  queues: ReadonlyMap<string, string>;
};

type Outputs = ReadonlyMap<string, string>;

export function stageIn(file: string): Stage {
  const outputs = outputsIn(file);
  const missing: string[] = [];
  const named = (name: string): string => {
    const value = outputs.get(plain(name));
    if (value === undefined) missing.push(name);
    return value ?? '';
  };
  const each = <K extends string>(names: readonly K[], outputOf: (name: K) => string) =>
    Object.fromEntries(names.map((name) => [name, named(outputOf(name))])) as Record<K, string>;
  const stage: Stage = {
    region: named('Region'),
    tables: each(durableTableNames, (name) => `Table${name}`),
    buckets: each(Object.keys(bucketOutputs) as LocalBucket[], (name) => bucketOutputs[name]),
    secrets: each(secretKinds, (kind) => `Secret${kind}`),
    queues: new Map(
      queueNames.flatMap((name) => [
        [name as string, named(`Queue${name}`)] as const,
        [`${name}-dead`, named(`Queue${name}Dead`)] as const,
      ]),
    ),
  };
  if (missing.length > 0) throw new MoveRefused(`${file} has no output ${missing.join(', ')}.`);
  return stage;
}

/** Stages have no outputs for the queues of failures, so their messages are processed before the move. */
export const isOfFailures = (queue: string) => failureQueues.some((name) => name === queue);

const plain = (name: string) => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

function outputsIn(file: string): Outputs {
  const urls = new Map<string, string>();
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new MoveRefused(`${file} cannot be read (${(error as Error).message}).`);
  }
  const { Stacks } = json as { Stacks?: { Outputs?: { OutputKey: string; OutputValue: string }[] }[] };
  const stacks = Stacks ?? Object.values(json as Record<string, Record<string, string>>);
  if (stacks.length !== 1) throw new MoveRefused(`${file} must hold the outputs of one stack.`);
  for (const { OutputKey, OutputValue } of Stacks?.[0]?.Outputs ?? []) urls.set(plain(OutputKey), OutputValue);
  if (!Stacks) for (const [name, value] of Object.entries(stacks[0] ?? {})) urls.set(plain(name), String(value));
  return urls;
}
