import { sessionsEnded, type User } from '#shared/accounts/rules/users.ts';
import type { UserChanges } from '#shared/accounts/store/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';

type AccountRecovery = {
  changes: UserChanges & { tokensValidAfter: number };
  effect: EffectOf<'account_recovered'>;
};

/**
 * What changes when an account whose e-mail nobody had verified is recovered: someone else may have created it with the
 * address of another person. Sessions, known networks and the second factor end in the write itself, since the other
 * person could keep the owner out with them; everything else that leads data out ends by the effect.
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
      // Whatever the account had when it was read: a request of the other person may set them meanwhile.
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
