import { waitlistIn } from '#shared/accounts/registration/store/waitlist.ts';
import { jwtTokens } from '#shared/accounts/sign-in/vendors/jwt-tokens.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { activityLogIn } from '#shared/activity/store/activity-log.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import type { createContext } from '#shared/aws/context.ts';
import { fileStore, objectStore } from '#shared/aws/object-stores.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { licencesIn } from '#shared/licences/store/licences.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { auditIn } from '#shared/operators/store/audit.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';
import { webOf } from '#shared/web/safe-fetch.ts';

type Context = ReturnType<typeof createContext>;

/** A function names what it uses, so its bundle holds nothing else of this file. */
export function depsOf<M extends Record<string, (context: Context) => unknown>>(context: Context, makers: M) {
  const { now, random, pause, secrets } = context;
  const dependencies = Object.entries(makers).map(([name, make]) => [name, make(context)]);
  return {
    now,
    random,
    pause,
    secrets,
    ...(Object.fromEntries(dependencies) as { [N in keyof M]: ReturnType<M[N]> }),
  };
}

export const queues = ({ env, host }: Context) => queueSender(env, host);
export const files = ({ env }: Context) => fileStore(env);
export const objects = ({ env }: Context) => objectStore(env);
export const web = ({ env }: Context) => webOf(env);
export const tokens = ({ env, now, secrets }: Context) => jwtTokens({ secrets, issuer: env.JWT_ISSUER, now });
export const accountTasks = ({ accounts, now }: Context) => tasksIn(accounts(), { now });
export const activityLog = ({ accounts }: Context) => activityLogIn(accounts());
export const audit = ({ accounts, now }: Context) => auditIn(accounts(), { now });
export const credits = ({ accounts, env, now }: Context) =>
  creditsIn(accounts(), { now, lowAt: env.LOW_CREDITS_THRESHOLD });
export const licences = ({ accounts, now }: Context) => licencesIn(accounts(), { now });
export const limits = ({ accounts, now }: Context) => rateLimitsIn(accounts(), { now });
export const users = ({ accounts }: Context) => usersIn(accounts());
export const waitlist = ({ accounts, now }: Context) => waitlistIn(accounts(), { now });
export const keys = ({ attribution, env, now }: Context) =>
  apiKeysIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS });
export const userTasks = ({ analysis, now }: Context) => userTasksIn(analysis(), { now });
