import type { ExportSection } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

export const exportSections: readonly ExportSection[] = [{ name: 'own_page', table: 'analysis', pk: (id) => keyOf.ownPage(id).pk }];
