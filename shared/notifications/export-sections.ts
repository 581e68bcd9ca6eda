import { type ExportSection, namedRow } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

export const exportSections: readonly ExportSection[] = [
  { name: 'notification', table: 'accounts', pk: (id) => keyOf.notification(id, '').pk, show: namedRow },
];
