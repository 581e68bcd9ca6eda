import type { Deps } from '#functions/http/prompts/deps.ts';
import { paidLimit } from '#shared/accounts/paid-limit.ts';
import type { User } from '#shared/accounts/rules/users.ts';

/** Every prompt costs a paid call of the model, so prompts are limited. */
export const promptLimit = (prompts: Deps['prompts'], user: Pick<User, 'emailVerified'>) =>
  paidLimit('image-prompts', prompts, user);
