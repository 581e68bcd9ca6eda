import { codesIn } from '#shared/accounts/codes/store/codes.ts';
import { messengerOf } from '#shared/accounts/codes/vendors/messenger-of.ts';
import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { mailDepsOf } from '#shared/mail/mail-deps.ts';
import { mailerOf } from '#shared/mail/vendors/mailer-of.ts';

export function makeDeps(host: Overrides = {}) {
  const based = createContext(host);
  const { env, now, random, secrets, accounts } = based;
  return {
    now,
    users: usersIn(accounts()),
    codes: codesIn(accounts(), { now, secrets }),
    ...mailDepsOf(based),
    throttle: distributedThrottle(accounts(), { now }),
    mailer: mailerOf(env, host),
    messenger: messengerOf(env, secrets),
    phoneCodes: { countries: env.PHONE_COUNTRIES, perHour: env.PHONE_CODES_PER_HOUR },
    operatorDomain: env.OPERATOR_DOMAIN,
    queues: queueSender(env, host),
    random,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
