import type { ExportSection } from '#shared/store/export-section.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from './items.ts';

const activityShown = ({ at, type, actor, network, requestId, details, failures }: Item) => ({
  at,
  type,
  network,
  requestId,
  details,
  count: failures instanceof Set ? failures.size : 1,
  by: (actor as { kind: string }).kind,
});

export const exportSections: readonly ExportSection[] = [
  {
    name: 'activity',
    table: 'accounts',
    pk: (id) => keyOf.accountActivity(id, '', '').pk,
    show: activityShown,
  },
];
