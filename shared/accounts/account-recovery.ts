import { sessionsEnded, type User } from '#shared/accounts/rules/users.ts';
import type { UserChanges } from '#shared/accounts/store/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';

type AccountRecovery = {
  changes: UserChanges & { tokensValidAfter: number };
  effect: EffectOf<'account_recovered'>;
};

/**
 * The changes when an account with an unverified e-mail is recovered, because another person may have created
 * it with that address. The write itself ends sessions, known networks and the second factor, which that
 * person could use to keep the owner out. The effect ends everything else that exposes data.
 */
export function accountRecovery(
  user: User,
  by: EffectOf<'account_recovered'>['by'],
  now: number,
): AccountRecovery {
  const { tokensValidAfter } = sessionsEnded(user, now);
  return {
    changes: {
      ...{ tokensValidAfter, recoveredEpoch: tokensValidAfter, knownNetworks: {} },
      // The write clears these fields unconditionally, because a parallel request of the other person may set
      // them.
      ...{ mfa: null, pendingMfa: null, pendingEmail: null },
    },
    effect: {
      kind: 'account_recovered',
      id: `account_recovered#${user.id}#${tokensValidAfter}`,
      user_id: user.id,
      session_epoch: tokensValidAfter,
      by,
      at: new Date(now).toISOString(),
    },
  };
}
