import { randomUUID } from 'node:crypto';
import type { EffectOf } from '#shared/domain/effects.ts';
import type { User } from '#shared/domain/users.ts';
import { mailTime } from '#shared/mails/mail-time.ts';

export const mfaNotice = (
  { id }: User,
  template: 'mfa_enabled' | 'mfa_disabled',
  now: number,
): EffectOf<'mail'> => ({
  kind: 'mail',
  id: `${template}#${id}#${randomUUID()}`,
  to_user: id,
  template,
  data: { at: mailTime(new Date(now).toISOString()) },
});
