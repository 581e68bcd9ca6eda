import type { ApiKey } from '#shared/api-keys/rules/keys.ts';
import type { Effect } from '#shared/messages/effects.ts';
import { mailTime } from '#shared/values/mail-time.ts';
import { ownerOf } from '#shared/values/tenant.ts';

export const keyMail = (template: 'secret_key_issued' | 'secret_key_revoked', key: ApiKey, at: string): Effect => ({
  kind: 'mail',
  id: `${template}#${key.id}`,
  to_user: ownerOf(key.accountId),
  template,
  data: { name: key.name, ending: key.last4, at: mailTime(at) },
});

/** Times in mails about keys are ISO 8601 in UTC. */
export const rotationMail = (key: ApiKey, at: string, previousEndsAt: string): Effect => ({
  kind: 'mail',
  id: `secret_key_rotated#${key.id}#${key.sha256.slice(0, 16)}`,
  to_user: ownerOf(key.accountId),
  template: 'secret_key_rotated',
  data: {
    name: key.name,
    ending: key.last4,
    at: mailTime(at),
    ...(previousEndsAt > at && { previous_ends: mailTime(previousEndsAt) }),
  },
});
