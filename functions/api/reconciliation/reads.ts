export { listReconciliationMonths } from './list-reconciliation-months.ts';
export { listReconciliationRows } from './list-reconciliation-rows.ts';
export { listReconciliations } from './list-reconciliations.ts';
export { readReconciliation } from './read-reconciliation.ts';
export { readReconciliationRules } from './read-reconciliation-rules.ts';
