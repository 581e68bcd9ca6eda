import type { Answer } from '../core/api.ts';

export type Reconciliation = Answer<'listReconciliations'>['reconciliations'][number];
export type Figures = Answer<'readReconciliation'>;
export type Sum = Figures['by_day'][number];
