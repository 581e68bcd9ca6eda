import type { ExportSection } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';
import { ledgerRowsOf } from './store/daily-rows.ts';

export const exportSections: readonly ExportSection[] = [
  { name: 'credits', table: 'accounts', pk: (id) => keyOf.credits(id).pk, rows: ledgerRowsOf },
];
