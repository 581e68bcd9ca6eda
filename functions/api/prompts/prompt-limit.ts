import { paidLimit } from '#shared/accounts/paid-limit.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import type { prompts as limitOfPrompts } from '#shared/prompts/needs.ts';

/** Every prompt costs a paid call of the model, so prompts are limited. */
export const promptLimit = (prompts: ReturnType<typeof limitOfPrompts>, user: Pick<User, 'emailVerified'>) =>
  paidLimit('image-prompts', prompts, user);
