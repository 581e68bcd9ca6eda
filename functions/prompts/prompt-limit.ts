import type { User } from '#shared/domain/users.ts';
import { paidLimit } from '#shared/http/paid-limit.ts';
import type { Deps } from './deps.ts';

/** Every prompt is paid for, whatever it costs in credits. */
export const promptLimit = (prompts: Deps['prompts'], user: Pick<User, 'emailVerified'>) =>
  paidLimit('image-prompts', prompts, user);
