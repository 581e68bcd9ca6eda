import { codesIn } from '#shared/data/codes.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { suppressionsIn } from '#shared/data/suppressions.ts';
import { usersIn } from '#shared/data/users.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { mailerOf } from '#shared/make-deps/mailer-of.ts';
import { messengerOf } from '#shared/make-deps/messaging.ts';
import { queueSender } from '#shared/make-deps/sending.ts';

/** The dependencies of the worker that sends codes to reset passwords. */
export function makeDeps(host: Host = {}) {
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

export type Deps = ReturnType<typeof makeDeps>;
