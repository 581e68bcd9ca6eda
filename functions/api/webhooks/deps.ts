import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { billingRecordsIn } from '#shared/billing/store/billing-records.ts';
import { billingOf } from '#shared/billing/vendors/billing-of.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { licencesIn } from '#shared/licences/store/licences.ts';

/** The dependencies of what others report to us. Costs no call. */
export function makeDeps(host: Overrides = {}) {
  const { env, now, random, secrets, accounts } = createContext(host);
  return {
    now,
    secrets,
    users: usersIn(accounts()),
    credits: creditsIn(accounts(), { now }),
    licences: licencesIn(accounts(), { now }),
    billingRecords: billingRecordsIn(accounts(), { now }),
    billing: billingOf(env, { secrets, random }),
    priceCredits: env.BILLING_PRICE_CREDITS,
  };
}

export type Deps = ReturnType<typeof makeDeps>;
