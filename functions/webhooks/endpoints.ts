export { receiveBillingEvent } from './receive-billing-event.ts';
