import { isDeepStrictEqual } from 'node:util';
import type { LocalSecrets } from '#lib/local/secrets.ts';
import type { AwsCall } from '#shared/aws/aws-call.ts';
import { rootedKinds, type SecretKind, vendorSecretKinds } from '#shared/secrets.ts';

type Stored = Record<string, unknown>;
type Settings = {
  call: AwsCall;
  arns: Record<SecretKind, string>;
};

/** With the folder's secret roots, sessions, hashes and sealed texts remain valid in the stage. */
export async function carrySecrets(
  { secrets }: LocalSecrets,
  env: Readonly<Record<string, string | undefined>>,
  { call, arns }: Settings,
): Promise<SecretKind[]> {
  const changed: SecretKind[] = [];
  for (const kind of new Set<SecretKind>([...rootedKinds, ...Object.values(vendorSecretKinds)])) {
    const stored = await read(kind);
    const folderSecret = (secrets as Record<string, Stored>)[kind];
    const wantedSecret = folderSecret ?? { ...vendorKeys(kind, env), ...stored };
    if (isDeepStrictEqual(stored, wantedSecret)) continue;
    const SecretString = JSON.stringify(wantedSecret);
    await call('secretsmanager.PutSecretValue', { SecretId: arns[kind], SecretString });
    changed.push(kind);
  }
  return changed;

  async function read(kind: SecretKind): Promise<Stored> {
    const answer = await call('secretsmanager.GetSecretValue', { SecretId: arns[kind] });
    return JSON.parse((answer as { SecretString?: string }).SecretString ?? '{}');
  }
}

const vendorKeys = (kind: SecretKind, env: Readonly<Record<string, string | undefined>>): Stored =>
  Object.fromEntries(
    Object.entries(vendorSecretKinds).flatMap(([name, of]) => {
      const value = env[name.toUpperCase()];
      return of === kind && value ? [[name, value]] : [];
    }),
  );

export async function hasSecrets({ secrets }: LocalSecrets, { call, arns }: Settings): Promise<SecretKind[]> {
  const other: SecretKind[] = [];
  for (const kind of rootedKinds) {
    const { SecretString = '{}' } = (await call('secretsmanager.GetSecretValue', {
      SecretId: arns[kind],
    })) as { SecretString?: string };
    if (!isDeepStrictEqual(JSON.parse(SecretString), secrets[kind])) other.push(kind);
  }
  return other;
}
