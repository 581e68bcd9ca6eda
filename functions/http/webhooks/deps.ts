import { audit, credits, depsOf, licences, users } from '#functions/deps.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import type { Billing } from '#shared/billing/billing.ts';
import { plannedBilling } from '#shared/billing/planned-billing.ts';
import { billingRecordsIn } from '#shared/billing/store/billing-records.ts';
import { billingOf } from '#shared/billing/vendors/billing-of.ts';
import { activationDepsOf } from '#shared/credits/grants/activation-deps.ts';
import { operatorDepsOf } from '#shared/http/operator-deps.ts';
import { receivedWebhooksIn } from '#shared/operators/store/received-webhooks.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, random, secrets, accounts } = context;
  return {
    ...operatorDepsOf(context),
    ...depsOf(context, { audit, users, credits, licences }),
    received: receivedWebhooksIn(accounts(), { now }),
    ...activationDepsOf(context),
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
