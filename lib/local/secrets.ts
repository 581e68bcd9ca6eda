import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const LocalSecrets = z.object({
  /** What functions read as SECRETS_JSON. */
  secrets: z.object({
    jwt_keys: z.array(z.object({ kid: z.string(), secret: z.string() })).min(1),
    hash_key: z.string(),
  }),
  operator_token: z.string(),
});
export type LocalSecrets = z.output<typeof LocalSecrets>;

const random = () => randomBytes(32).toString('base64url');

/** The secrets of this data folder, made at its first use and kept, so that tokens and keys outlast a restart. */
export function secretsIn(directory: string): LocalSecrets {
  const file = join(directory, 'secrets.json');
  const kept = readSecrets(file);
  if (kept) return kept;
  const made: LocalSecrets = {
    secrets: { jwt_keys: [{ kid: 'local-1', secret: random() }], hash_key: random() },
    operator_token: `op_${random()}`,
  };
  writeFileSync(`${file}.new`, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return made;
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

function readSecrets(file: string): LocalSecrets | undefined {
  try {
    return LocalSecrets.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return undefined;
  }
}
