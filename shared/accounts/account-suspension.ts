import type { EffectOf } from '#shared/messages/effects.ts';

export const accountSuspension = (userId: number, change: string): EffectOf<'account_suspension'> => ({
  kind: 'account_suspension',
  id: `account_suspension#${userId}#${change}`,
  user_id: userId,
});
