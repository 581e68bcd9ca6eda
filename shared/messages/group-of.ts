import { createHash } from 'node:crypto';

/** Fields that say whose work a message is; of an effect, those inside it. */
const owners = ['account_id', 'user_id', 'to_user', 'handle', 'network'] as const;
/** What SQS takes as it is. */
const plain = /^[\x21-\x7e]{1,128}$/;

/**
 * The group of a message for the fair queues of the cloud, which let a group's backlog delay no other group; `undefined`
 * for work of the operators.
 */
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
