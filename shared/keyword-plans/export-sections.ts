import type { ExportSection } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

export const exportSections: readonly ExportSection[] = [
  { name: 'keyword_plan', table: 'analysis', pk: (id) => keyOf.keywordPlan(id, 0).pk },
];
