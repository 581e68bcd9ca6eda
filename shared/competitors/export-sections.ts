import type { ExportSection } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

export const exportSections: readonly ExportSection[] = [
  { name: 'competitor', table: 'analysis', pk: (id) => keyOf.competitor(id, '').pk, prefix: 'DOMAIN#' },
];
