export { auditCredits } from './audit-credits.ts';
export { grantCredits } from './grant-credits.ts';
export { linkManagedClient } from './link-managed-client.ts';
export { listAudit } from './list-audit.ts';
export { listManagedClients } from './list-managed-clients.ts';
export { pauseBillingSubscription } from './pause-billing-subscription.ts';
export { reverseCredits } from './reverse-credits.ts';
export { unlinkManagedClient } from './unlink-managed-client.ts';
