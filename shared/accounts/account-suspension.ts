import type { EffectOf } from '#shared/messages/effects.ts';

/**
 * Adjusts the account's keys and webhook endpoints to its active state. The effect belongs to the write that
 * changes the state; `change` names the change.
 */
export const accountSuspension = (userId: number, change: string): EffectOf<'account_suspension'> => ({
  kind: 'account_suspension',
  id: `account_suspension#${userId}#${change}`,
  user_id: userId,
});
