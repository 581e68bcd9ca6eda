import { randomUUID } from 'node:crypto';
import type { User } from '#shared/accounts/rules/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { mailTime } from '#shared/values/mail-time.ts';

export const mfaNotice = ({ id }: User, template: 'mfa_enabled' | 'mfa_disabled', now: number): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `${template}#${id}#${randomUUID()}`,
  to_user: id,
  template,
  data: { at: mailTime(new Date(now).toISOString()) },
});
