export { receiveBillingEvent } from './receive-billing-event.ts';
export { takeBillingEventAgain } from './take-billing-event-again.ts';
