import type { Context } from '#shared/aws/context.ts';
import { plannedBilling } from './planned-billing.ts';
import { billingRecordsIn } from './store/billing-records.ts';
import { billingOf } from './vendors/billing-of.ts';

const processor = ({ env, secrets, random }: Context) => billingOf(env, { secrets, random });
export const billing = /* @__PURE__ */ Object.assign(processor, { planned: plannedBilling });
export const billingRecords = ({ accounts, now }: Context) => billingRecordsIn(accounts(), { now });
export const priceCredits = ({ env }: Context) => env.BILLING_PRICE_CREDITS;
