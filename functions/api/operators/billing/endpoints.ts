export { listReceivedWebhooks } from './list-received-webhooks.ts';
export { pauseBillingSubscription } from './pause-billing-subscription.ts';
