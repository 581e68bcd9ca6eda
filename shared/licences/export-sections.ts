import { type ExportSection, namedRow } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

export const exportSections: readonly ExportSection[] = [
  { name: 'licence', table: 'accounts', pk: (id) => keyOf.licenceOfUser(id, '').pk, show: namedRow },
];
