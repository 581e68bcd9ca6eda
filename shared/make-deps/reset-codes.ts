import { codesIn } from '#shared/data/codes.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { suppressionsIn } from '#shared/data/suppressions.ts';
import { usersIn } from '#shared/data/users.ts';
import type { ResetCodeDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';
import { messengerOf } from './messaging.ts';
import { mailerOf, queueSender } from './sending.ts';

/** The dependencies of the worker that sends codes to reset passwords. */
export function makeResetCodeDeps(host: Host = {}): ResetCodeDeps {
  const { env, now, random, secrets, accounts } = leanBase(host);
  return {
    users: usersIn(accounts()),
    codes: codesIn(accounts(), { now, secrets }),
    limits: rateLimitsIn(accounts(), { now }),
    mailer: mailerOf(env, host),
    suppressions: suppressionsIn(accounts(), { now }),
    messenger: messengerOf(env, secrets),
    phoneCodes: { countries: env.PHONE_COUNTRIES, perHour: env.PHONE_CODES_PER_HOUR },
    operatorDomain: env.OPERATOR_DOMAIN,
    queues: queueSender(env, host),
    random,
  };
}
