import { type ExportSection, only } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

const keyFields = [
  'id',
  'kind',
  'environment',
  'name',
  'prefix',
  'last4',
  'pixelKey',
  'allowedOrigins',
  'createdAt',
  'lastUsedAt',
  'rotatedAt',
  'revokedAt',
  'expiresAt',
];

export const exportSections: readonly ExportSection[] = [
  {
    name: 'api_key',
    table: 'attribution',
    pk: (id) => keyOf.apiKey(id, '').pk,
    prefix: 'KEY#',
    show: only(keyFields),
  },
  { name: 'settings', table: 'attribution', pk: (id) => keyOf.accountSettings(id).pk, prefix: 'SETTINGS' },
];
