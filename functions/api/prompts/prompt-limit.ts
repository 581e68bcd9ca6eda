import type { Deps } from '#functions/http/prompts/deps.ts';
import { paidLimit } from '#shared/accounts/paid-limit.ts';
import type { User } from '#shared/accounts/rules/users.ts';

/** We pay for every prompt. */
export const promptLimit = (prompts: Deps['prompts'], user: Pick<User, 'emailVerified'>) =>
  paidLimit('image-prompts', prompts, user);
