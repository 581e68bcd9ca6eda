import { depsOf, queues, users } from '#functions/deps.ts';
import { codesIn } from '#shared/accounts/codes/store/codes.ts';
import { messengerOf } from '#shared/accounts/codes/vendors/messenger-of.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { mailDepsOf } from '#shared/mail/mail-deps.ts';
import { mailerOf } from '#shared/mail/vendors/mailer-of.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, secrets, accounts } = context;
  return {
    ...depsOf(context, { users, queues }),
    codes: codesIn(accounts(), { now, secrets }),
    ...mailDepsOf(context),
    throttle: distributedThrottle(accounts(), { now }),
    mailer: mailerOf(env, host),
    messenger: messengerOf(env, secrets),
    phoneCodes: { countries: env.PHONE_COUNTRIES, perHour: env.PHONE_CODES_PER_HOUR },
    operatorDomain: env.OPERATOR_DOMAIN,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
