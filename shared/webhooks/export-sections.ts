import { type ExportSection, only } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

const endpointFields = ['id', 'url', 'description', 'environment', 'events', 'status', 'createdAt', 'disabledAt', 'disabledReason'];

export const exportSections: readonly ExportSection[] = [
  {
    name: 'webhook_endpoint',
    table: 'attribution',
    pk: (id) => keyOf.webhookEndpoint(id, '').pk,
    prefix: 'ENDPOINT#',
    show: only(endpointFields),
  },
];
