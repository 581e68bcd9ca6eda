import { randomBytes } from 'node:crypto';
import type { AwsCall } from '#shared/aws/aws-call.ts';
import { rereadMs } from '#shared/secrets.ts';
import { minutes } from '#shared/values/durations.ts';

type Stored = Record<string, unknown> & {
  root?: string;
  next_root?: string;
  next_root_at?: string;
  former_roots?: string[];
};
export type Change = (stored: Stored, now: number) => Stored;

const maxFormerRoots = 3;
const newRoot = () => randomBytes(32).toString('base64url');

/** Once functions have read the secret again, each of them accepts the announced root. */
export const announced: Change = (stored, now) => {
  if (stored.next_root) throw new Error('The next root is announced already. Run rotate.');
  return { ...stored, next_root: newRoot(), next_root_at: new Date(now).toISOString() };
};

export const rotated: Change = ({ root, next_root, next_root_at = '', former_roots = [], ...stored }, now) => {
  if (!next_root) throw new Error('Run announce first, so that every function knows the next root.');
  const former = [...(root ? [root] : []), ...former_roots];
  if (former.length > maxFormerRoots) throw new Error(`The secret holds ${maxFormerRoots} former roots. Run forget first.`);
  const waitMs = Date.parse(next_root_at) + rereadMs + minutes(1) - now;
  if (waitMs > 0) throw new Error(`Wait another ${Math.ceil(waitMs / 1000)} s: not every function knows the next root.`);
  return { ...stored, root: next_root, former_roots: former };
};

export const withoutFormer: Change = ({ former_roots: _, ...stored }) => stored;

/** A root that leaked is replaced without a transition, because it must validate nothing. */
export const replaced: Change = () => ({ root: newRoot() });

export const withKey =
  (name: string, value: string): Change =>
  (stored) => {
    if (!value) throw new Error('There is no value on standard input.');
    return { ...stored, [name]: value };
  };

export async function changeSecret(call: AwsCall, arn: string, change: Change, now = Date.now()): Promise<void> {
  const { SecretString = '{}' } = (await call('secretsmanager.GetSecretValue', { SecretId: arn })) as {
    SecretString?: string;
  };
  const changed = JSON.stringify(change(JSON.parse(SecretString) as Stored, now));
  await call('secretsmanager.PutSecretValue', { SecretId: arn, SecretString: changed });
}
