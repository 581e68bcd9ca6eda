import { type ExportSection, only } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

export const exportSections: readonly ExportSection[] = [
  {
    name: 'destination',
    table: 'attribution',
    pk: (id) => keyOf.destination(id, '').pk,
    prefix: 'NETWORK#',
    show: only(['network', 'state', 'consentDefault', 'phoneCountry', 'collectingSince', 'createdAt', 'updatedAt']),
  },
];
