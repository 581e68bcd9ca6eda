import { billingRecordsIn } from '#shared/data/billing-records.ts';
import { creditsIn } from '#shared/data/credits.ts';
import { licencesIn } from '#shared/data/licences.ts';
import { usersIn } from '#shared/data/users.ts';
import type { WebhookDeps } from '#shared/deps.ts';
import { leanBase } from './base.ts';
import { billingOf } from './billing.ts';
import type { Host } from './host.ts';

/** The dependencies of what others report to us. Costs no call. */
export function makeWebhookDeps(host: Host = {}): WebhookDeps {
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
