import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { rootedKinds } from '#shared/secrets.ts';

const LocalSecrets = z.object({
  /** Roots by kind of secret; a folder of an earlier version has keys of its own too. */
  secrets: z.record(z.enum(rootedKinds), z.record(z.string(), z.unknown())),
  operator_token: z.string(),
});
export type LocalSecrets = z.output<typeof LocalSecrets>;

const random = () => randomBytes(32).toString('base64url');

/** The secrets of this data folder, made at its first use and kept, so that tokens and keys outlast a restart. */
export function secretsIn(directory: string): LocalSecrets {
  const file = join(directory, 'secrets.json');
  const kept = readSecrets(file);
  if (kept) return kept;
  const made = newSecrets(file);
  writeFileSync(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return made;
}

const Earlier = z.object({
  secrets: z.object({ jwt_keys: z.array(z.unknown()).min(1), hash_key: z.string() }),
  operator_token: z.string(),
});

/** The keys that an earlier version kept stay, so that its tokens and hashes stay good. */
function newSecrets(file: string): LocalSecrets {
  const { data: earlier } = Earlier.safeParse(parsed(file));
  const { jwt_keys, hash_key } = earlier?.secrets ?? {};
  return {
    secrets: {
      sessions: jwt_keys ? { jwt_keys } : { root: random() },
      operators: { root: random() },
      deck: { root: random() },
      hashing: hash_key ? { hash_key } : { root: random() },
    },
    operator_token: earlier?.operator_token ?? `op_${random()}`,
  };
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

const readSecrets = (file: string): LocalSecrets | undefined => LocalSecrets.safeParse(parsed(file)).data;

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
