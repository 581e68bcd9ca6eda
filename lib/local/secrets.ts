import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { rootedKinds } from '#shared/secrets.ts';

const LocalSecrets = z.object({
  secrets: z.record(z.enum(rootedKinds), z.record(z.string(), z.unknown())),
  operator_token: z.string(),
  engine_key: z.string(),
});
export type LocalSecrets = z.output<typeof LocalSecrets>;

const random = () => randomBytes(32).toString('base64url');

const Earlier = z.object({
  secrets: z
    .object({ jwt_keys: z.array(z.unknown()).min(1), hash_key: z.string() })
    .partial()
    .loose(),
  operator_token: z.string(),
  engine_key: z.string().optional(),
});

export function secretsIn(directory: string): LocalSecrets {
  const file = join(directory, 'secrets.json');
  const stored = parsed(file);
  const whole = LocalSecrets.safeParse(stored).data;
  if (whole) return whole;
  // Secrets of an earlier version stay valid.
  const { data: earlier } = Earlier.safeParse(stored);
  const { jwt_keys, hash_key, ...kinds } = earlier?.secrets ?? {};
  const created = LocalSecrets.parse({
    secrets: {
      ...Object.fromEntries(rootedKinds.map((kind) => [kind, { root: random() }])),
      ...(jwt_keys && { sessions: { jwt_keys } }),
      ...(hash_key && { hashing: { hash_key } }),
      ...kinds,
    },
    operator_token: earlier?.operator_token ?? `op_${random()}`,
    engine_key: earlier?.engine_key ?? random(),
  });
  writeFileSync(`${file}.new`, `${JSON.stringify(created, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
  return created;
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
