import type { PromptDeps } from '#shared/deps/prompts.ts';
import type { User } from '#shared/domain/users.ts';
import { paidLimit } from '#shared/http/paid-limit.ts';

/** Every prompt is paid for, whatever it costs in credits. */
export const promptLimit = (prompts: PromptDeps['prompts'], user: Pick<User, 'emailVerified'>) =>
  paidLimit('image-prompts', prompts, user);
