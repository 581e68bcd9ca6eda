import { codesIn } from '#shared/accounts/codes/store/codes.ts';
import { messengerOf } from '#shared/accounts/codes/vendors/messenger-of.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { rateLimitsIn } from '#shared/limits/rate-limits.ts';
import { mailLogIn } from '#shared/mail/store/mail-log.ts';
import { mailPreferencesIn } from '#shared/mail/store/mail-preferences.ts';
import { suppressionsIn } from '#shared/mail/store/suppressions.ts';
import { mailerOf } from '#shared/mail/vendors/mailer-of.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, random, secrets, accounts } = createContext(host);
  return {
    now,
    users: usersIn(accounts()),
    codes: codesIn(accounts(), { now, secrets }),
    limits: rateLimitsIn(accounts(), { now }),
    throttle: distributedThrottle(accounts(), { now }),
    mailer: mailerOf(env, host),
    suppressions: suppressionsIn(accounts(), { now }),
    mailPreferences: mailPreferencesIn(accounts(), { now }),
    mailLog: mailLogIn(accounts(), { now }),
    messenger: messengerOf(env, secrets),
    phoneCodes: { countries: env.PHONE_COUNTRIES, perHour: env.PHONE_CODES_PER_HOUR },
    operatorDomain: env.OPERATOR_DOMAIN,
    queues: queueSender(env, host),
    random,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
