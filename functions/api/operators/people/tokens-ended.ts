import type { DevUser } from '#shared/operators/store/dev-users.ts';

export const tokensEnded = ({ tokensValidAfter = 0 }: DevUser, now: number) => ({
  tokensValidAfter: Math.max(now, tokensValidAfter + 1),
});
