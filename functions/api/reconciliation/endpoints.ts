export { changeReconciliationRules } from './change-reconciliation-rules.ts';
export { createReconciliation } from './create-reconciliation.ts';
export { listReconciliationRows } from './list-reconciliation-rows.ts';
export { listReconciliations } from './list-reconciliations.ts';
export { previewRepair } from './preview-repair.ts';
export { readReconciliation } from './read-reconciliation.ts';
export { readReconciliationRules } from './read-reconciliation-rules.ts';
export { sendMissingOrders } from './send-missing-orders.ts';
