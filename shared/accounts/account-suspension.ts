import type { EffectOf } from '#shared/messages/effects.ts';
import { ownAccountOf, type UserId } from '#shared/values/tenant.ts';

export const accountSuspension = (userId: UserId, change: string): EffectOf<'account_suspension'> => ({
  kind: 'account_suspension',
  id: `account_suspension#${userId}#${change}`,
  user_id: ownAccountOf(userId),
});
