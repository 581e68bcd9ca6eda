import type { ApiKey } from '#shared/data/api-keys.ts';
import type { Effect } from '#shared/domain/effects.ts';

/** Tells the account's owner what became of a secret key. `at` is ISO 8601 UTC. */
export const keyMail = (
  template: 'secret_key_issued' | 'secret_key_revoked',
  key: ApiKey,
  at: string,
): Effect => ({
  kind: 'mail',
  id: `${template}#${key.id}`,
  to_user: key.accountId,
  template,
  data: { name: key.name, ending: key.last4, at: `${at.slice(0, 10)} ${at.slice(11, 16)} UTC` },
});
