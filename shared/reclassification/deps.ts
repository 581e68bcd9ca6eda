import { networkKeysIn } from '#shared/clicks/store/network-keys.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { identitiesIn } from '#shared/conversions/store/identities.ts';
import { dayPagesIn } from '#shared/event-log/store/day-pages.ts';
import { dayRegistryIn } from '#shared/event-log/store/day-registry.ts';
import type { Table } from '#shared/store/table.ts';
import { applicationsIn } from './store/applications.ts';
import { storedFactsIn } from './store/stored-facts.ts';

export const reclassificationOver = (table: Table, { now }: { now: () => number }) => ({
  now,
  applications: applicationsIn(table, { now }),
  storedFacts: storedFactsIn(table),
  dayPages: dayPagesIn(table),
  dayRegistry: dayRegistryIn(table, { now }),
  identities: identitiesIn(table),
  clicks: clicksIn(table),
  networkKeys: networkKeysIn(table, now),
});

export type ReclassificationDeps = ReturnType<typeof reclassificationOver>;
