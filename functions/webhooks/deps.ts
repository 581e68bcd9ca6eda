import { billingRecordsIn } from '#shared/data/billing-records.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { licencesIn } from '#shared/data/licences.ts';
import { usersIn } from '#shared/data/users.ts';
import { leanBase } from '#shared/make-deps/base.ts';
import { billingOf } from '#shared/make-deps/billing.ts';
import type { Host } from '#shared/make-deps/host.ts';

/** The dependencies of what others report to us. Costs no call. */
export function makeDeps(host: Host = {}) {
  const { env, now, random, secrets, accounts } = leanBase(host);
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
