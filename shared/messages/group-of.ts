import { createHash } from 'node:crypto';

const owners = ['account_id', 'user_id', 'to_user', 'handle', 'network'] as const;
/** SQS accepts these characters in a group ID unchanged. */
const plain = /^[\x21-\x7e]{1,128}$/;

/** A group's backlog delays no other group in a fair queue. */
export function groupOf(message: object): string | undefined {
  const fields = message as Record<string, unknown>;
  const inside = typeof fields.effect === 'object' && fields.effect !== null ? fields.effect : fields;
  const owner = owners
    .map((name) => (inside as Record<string, unknown>)[name])
    .find((value) => typeof value === 'string' || typeof value === 'number');
  if (owner === undefined) return undefined;
  const text = String(owner);
  return plain.test(text) ? text : createHash('sha256').update(text).digest('hex');
}
