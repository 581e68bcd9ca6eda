import type { ExportSection } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

export const exportSections: readonly ExportSection[] = [{ name: 'recovery', table: 'accounts', pk: (id) => keyOf.recovery(id, 0).pk }];
