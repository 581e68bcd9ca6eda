import { type ExportSection, only } from '#shared/store/export-section.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from './items.ts';

const reconciliationFields = [
  'id',
  'status',
  'eventType',
  'idTemplate',
  'timeZone',
  'windowHours',
  'tolerance',
  'rules',
  'from',
  'to',
  'orders',
  'counts',
  'total',
  'repairs',
  'problems',
  'createdAt',
  'completedAt',
];
function reconciliationShown(item: Item) {
  const { repairs, ...shownFields } = only(reconciliationFields)(item);
  const names = ['status', 'startedAt', 'completedAt', 'undoneAt', 'counts'];
  const runs = Object.entries((repairs ?? {}) as Record<string, Item>);
  return { ...shownFields, repairs: Object.fromEntries(runs.map(([name, run]) => [name, only(names)(run)])) };
}

export const exportSections: readonly ExportSection[] = [
  ...(['live', 'test'] as const).map(
    (environment): ExportSection => ({
      name: `reconciliation_${environment}`,
      table: 'attribution',
      pk: (id) => keyOf.reconciliation(id, environment, '').pk,
      show: reconciliationShown,
    }),
  ),
  {
    name: 'reconciliation_rules',
    table: 'attribution',
    pk: (id) => keyOf.reconciliationRules(id).pk,
    show: only(['excludedStatuses', 'paidStatuses', 'excludedChannels', 'excludesTests', 'coverageBound']),
  },
  ...(['live', 'test'] as const).map(
    (environment): ExportSection => ({
      name: `reconciliation_month_${environment}`,
      table: 'attribution',
      pk: (id) => keyOf.reconciliationMonth(id, environment, '').pk,
      prefix: keyOf.reconciliationMonth(0, environment, '').sk,
      show: only(['month', 'state', 'closed', 'reopened']),
    }),
  ),
];
