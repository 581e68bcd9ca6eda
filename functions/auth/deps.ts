import { networkIdOf } from '#shared/accounts/network-id.ts';
import { deckTokens } from '#shared/adapters/deck-tokens.ts';
import { jwtTokens } from '#shared/adapters/jwt-tokens.ts';
import { accountDeletionsIn } from '#shared/data/account-deletions.ts';
import { auditIn } from '#shared/data/audit.ts';
import { billingRecordsIn } from '#shared/data/billing-records.ts';
import { codesIn } from '#shared/data/codes.ts';
import { rateLimitsIn } from '#shared/data/rate-limits.ts';
import { resetRequestsIn } from '#shared/data/reset-requests.ts';
import { suppressionsIn } from '#shared/data/suppressions.ts';
import { usedTokensIn } from '#shared/data/used-tokens.ts';
import { usersIn } from '#shared/data/users.ts';
import { waitlistIn } from '#shared/data/waitlist.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import type { Host } from '#shared/make-deps/host.ts';
import { identityTokensOf } from '#shared/make-deps/identity-tokens.ts';
import { mailerOf } from '#shared/make-deps/mailer-of.ts';
import { messengerOf } from '#shared/make-deps/messaging.ts';
import { queueSender } from '#shared/make-deps/sending.ts';

/** The dependencies of registration and sign-in. Costs no call. */
export function makeDeps(host: Host = {}) {
  const { env, now, secrets, accounts } = leanBase(host);
  return {
    now,
    users: usersIn(accounts()),
    codes: codesIn(accounts(), { now, secrets }),
    limits: rateLimitsIn(accounts(), { now }),
    networkId: networkIdOf(secrets),
    secrets,
    registrationsPerHour: env.REGISTRATIONS_PER_HOUR,
    waitlist: waitlistIn(accounts(), { now }),
    resetRequests: resetRequestsIn(accounts(), { now }),
    audit: auditIn(accounts(), { now }),
    identityTokens: identityTokensOf(env, host, now),
    usedTokens: usedTokensIn(accounts()),
    tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    deckTokens: deckTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    mailer: mailerOf(env, host),
    suppressions: suppressionsIn(accounts(), { now }),
    billingRecords: billingRecordsIn(accounts(), { now }),
    accountDeletions: accountDeletionsIn(accounts(), { now }),
    messenger: messengerOf(env, secrets),
    phoneCodes: { countries: env.PHONE_COUNTRIES, perHour: env.PHONE_CODES_PER_HOUR },
    queues: queueSender(env, host),
    operatorDomain: env.OPERATOR_DOMAIN,
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
