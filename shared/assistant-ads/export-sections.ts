import type { ExportSection } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

export const exportSections: readonly ExportSection[] = [
  { name: 'assistant_report', table: 'analysis', pk: (id) => keyOf.assistantReport(id, '', '').pk },
];
