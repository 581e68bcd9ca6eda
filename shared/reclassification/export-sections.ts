import { type ExportSection, only } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

const applicationFields = [
  'id',
  'isDry',
  'from',
  'to',
  'channelVersion',
  'channelRules',
  'listVersion',
  'status',
  'clicks',
  'kept',
  'moves',
  'events',
  'createdAt',
  'completedAt',
];

export const exportSections: readonly ExportSection[] = [
  {
    name: 'channel_rules_application',
    table: 'attribution',
    pk: (id) => keyOf.ruleApplication(id, '').pk,
    show: only(applicationFields),
  },
];
