import { type Access, access, type FunctionName, type ObjectAction } from '#functions/access.ts';
import type { QueueName } from '#functions/queues.ts';
import type { SecretKind } from '#shared/secrets.ts';
import { DynamoRefusal } from '#shared/store/dynamo.ts';
import { recordUse } from './used-grants.ts';

const accessOf = (by: FunctionName): Access => access[by];

const refusalOf = (by: FunctionName, what: string) => `${by} may not ${what}: functions/access.ts`;

function assertThat(permissions: boolean | undefined, by: FunctionName, what: string, use = what) {
  if (!permissions) throw new Error(refusalOf(by, what));
  recordUse(by, use);
}

export function assertTableGranted(by: FunctionName, uses: readonly { action: string; on: string | undefined }[]) {
  const { tables = {} } = accessOf(by);
  for (const { action, on } of uses) {
    const permissions: readonly string[] = tables[on as keyof typeof tables] ?? [];
    const use = `${action} on ${on}`;
    // Another error would look like an unavailable store.
    if (!permissions.includes(action)) throw new DynamoRefusal('AccessDeniedException', refusalOf(by, use));
    recordUse(by, use);
  }
}

export function assertFileGranted(by: FunctionName, action: ObjectAction | 'DeleteObject' | 'ListBucket', key: string) {
  const { objects = [], uploads = [], files = {}, backups = [], deletions = [], erasures = [] } = accessOf(by);
  const [folder = ''] = key.split('/');
  const granted: Record<string, readonly string[]> = {
    exports: objects,
    uploads,
    backups,
    deletions,
    erasures,
    ...files,
  };
  const permissions = granted[folder] ?? [];
  assertThat(permissions.includes(action), by, `${action} of ${key}`, `${action} of ${folder}`);
}

export const assertSends = (by: FunctionName, queue: QueueName) => assertThat(accessOf(by).sends?.includes(queue), by, `send to ${queue}`);

export const assertWorks = (by: FunctionName, queue: QueueName) =>
  assertThat(accessOf(by).works?.includes(queue), by, `hold back messages of ${queue}`);

export const assertDeadLetters = (by: FunctionName, operation: string) =>
  assertThat(
    accessOf(by).deadLetters || (operation === 'GetQueueAttributes' && accessOf(by).countsDeadLetters),
    by,
    `${operation} of dead letters`,
  );

export const assertMails = (by: FunctionName) => assertThat(accessOf(by).mail, by, 'send mail');

export function environmentGranted<E extends Record<string, string>>(by: FunctionName, env: E): Partial<E> {
  const { mail, links } = accessOf(by);
  const withheld = [!mail && !links && 'API_BASE_URL'];
  return Object.fromEntries([
    ...Object.entries(env).filter(([name]) => !withheld.includes(name)),
    ['SECRETS_JSON', secretsGranted(by, env.SECRETS_JSON ?? '{}')],
  ]) as Partial<E>;
}

const grantedSecrets = new Map<string, string>();

function secretsGranted(by: FunctionName, all: string): string {
  const key = `${by} ${all}`;
  const cached = grantedSecrets.get(key);
  if (cached) return cached;
  const { secrets = [] } = accessOf(by);
  const entries = Object.entries(JSON.parse(all) as Record<SecretKind, object>);
  const permissions = entries.filter(([kind]) => secrets.includes(kind as SecretKind));
  const json = JSON.stringify(Object.fromEntries(permissions));
  grantedSecrets.set(key, json);
  return json;
}
