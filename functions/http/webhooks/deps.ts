import { usersIn } from '#shared/accounts/store/users.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import type { Billing } from '#shared/billing/billing.ts';
import { plannedBilling } from '#shared/billing/planned-billing.ts';
import { billingRecordsIn } from '#shared/billing/store/billing-records.ts';
import { billingOf } from '#shared/billing/vendors/billing-of.ts';
import { activationDepsOf } from '#shared/credits/grants/activation-deps.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { operatorDepsOf } from '#shared/http/operator-deps.ts';
import { licencesIn } from '#shared/licences/store/licences.ts';
import { auditIn } from '#shared/operators/store/audit.ts';
import { receivedWebhooksIn } from '#shared/operators/store/received-webhooks.ts';

export function makeDeps(host: Overrides = {}) {
  const based = createContext(host);
  const { env, now, random, secrets, accounts } = based;
  return {
    ...operatorDepsOf(based),
    audit: auditIn(accounts(), { now }),
    received: receivedWebhooksIn(accounts(), { now }),
    now,
    secrets,
    users: usersIn(accounts()),
    credits: creditsIn(accounts(), { now }),
    ...activationDepsOf(based),
    licences: licencesIn(accounts(), { now }),
    billingRecords: billingRecordsIn(accounts(), { now }),
    billing: billingOf(env, { secrets, random }),
    priceCredits: env.BILLING_PRICE_CREDITS,
    inDryRun: <D extends { billing: Billing }>(deps: D): D => ({
      ...deps,
      billing: plannedBilling(deps.billing),
    }),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
