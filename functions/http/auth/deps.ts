import { audit, depsOf, queues, tokens, users, waitlist } from '#functions/deps.ts';
import { codesIn } from '#shared/accounts/codes/store/codes.ts';
import { messengerOf } from '#shared/accounts/codes/vendors/messenger-of.ts';
import { accountDeletionsIn } from '#shared/accounts/deletion/store/account-deletions.ts';
import { recoveriesIn } from '#shared/accounts/deletion/store/recoveries.ts';
import { ipNetworkIdOf } from '#shared/accounts/ip-network-id.ts';
import { resetRequestsIn } from '#shared/accounts/sign-in/store/reset-requests.ts';
import { usedTokensIn } from '#shared/accounts/sign-in/store/used-tokens.ts';
import { deckTokens } from '#shared/accounts/sign-in/vendors/deck-tokens.ts';
import { identityProviderOf } from '#shared/accounts/sign-in/vendors/identity-provider-of.ts';
import { identityTokensOf } from '#shared/accounts/sign-in/vendors/identity-tokens-of.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { billingRecordsIn } from '#shared/billing/store/billing-records.ts';
import { mailDepsOf } from '#shared/mail/mail-deps.ts';
import { mailerOf } from '#shared/mail/vendors/mailer-of.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, secrets, accounts } = context;
  return {
    ...depsOf(context, { users, waitlist, audit, tokens, queues }),
    codes: codesIn(accounts(), { now, secrets }),
    ...mailDepsOf(context),
    ipNetworkId: ipNetworkIdOf(secrets),
    registrationsPerHour: env.REGISTRATIONS_PER_HOUR,
    resetRequests: resetRequestsIn(accounts(), { now }),
    identityTokens: identityTokensOf(env, host, now),
    identityProvider: identityProviderOf(env, host, secrets),
    usedTokens: usedTokensIn(accounts()),
    deckTokens: deckTokens({ secrets, issuer: env.JWT_ISSUER, now }),
    mailer: mailerOf(env, host),
    billingRecords: billingRecordsIn(accounts(), { now }),
    recoveries: recoveriesIn(accounts(), { now }),
    accountDeletions: accountDeletionsIn(accounts(), { now }),
    messenger: messengerOf(env, secrets),
    phoneCodes: { countries: env.PHONE_COUNTRIES, perHour: env.PHONE_CODES_PER_HOUR },
    operatorDomain: env.OPERATOR_DOMAIN,
    supportEmail: env.SUPPORT_EMAIL,
    frontEndOrigins: env.FRONT_END_ORIGINS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
