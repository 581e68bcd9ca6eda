import { sessionsEnded, type User } from '#shared/accounts/rules/users.ts';
import type { UserChanges } from '#shared/accounts/store/users.ts';
import type { EffectOf } from '#shared/messages/effects.ts';

type AccountRecovery = {
  changes: UserChanges & { tokensValidAfter: number };
  effect: EffectOf<'account_recovered'>;
};

/** Another person may have registered the owner's unverified address, so a recovery ends all access. */
export function accountRecovery(user: User, by: EffectOf<'account_recovered'>['by'], now: number): AccountRecovery {
  const { tokensValidAfter } = sessionsEnded(user, now);
  return {
    changes: {
      tokensValidAfter,
      recoveredEpoch: tokensValidAfter,
      knownNetworks: {},
      // Another person's parallel request may set a factor or e-mail, so the recovery clears them.
      mfa: null,
      pendingMfa: null,
      pendingEmail: null,
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
