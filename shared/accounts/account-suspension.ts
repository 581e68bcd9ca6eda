import type { EffectOf } from '#shared/messages/effects.ts';

/**
 * Brings the account's keys and webhook endpoints into line with whether it is active. Goes into the write that changes
 * that; `change` names the change.
 */
export const accountSuspension = (userId: number, change: string): EffectOf<'account_suspension'> => ({
  kind: 'account_suspension',
  id: `account_suspension#${userId}#${change}`,
  user_id: userId,
});
