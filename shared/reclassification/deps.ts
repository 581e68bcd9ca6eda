import { networkKeysIn } from '#shared/clicks/store/network-keys.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { identitiesIn } from '#shared/conversions/store/identities.ts';
import { dayPagesIn } from '#shared/event-log/store/day-pages.ts';
import { dayRegistryIn } from '#shared/event-log/store/day-registry.ts';
import { type Check, heldTable } from '#shared/store/held-table.ts';
import type { Table } from '#shared/store/table.ts';
import { applicationsIn } from './store/applications.ts';
import { storedFactsIn } from './store/stored-facts.ts';

const movedStoresIn = (table: Table) => ({
  storedFacts: storedFactsIn(table),
  identities: identitiesIn(table),
  clicks: clicksIn(table),
});

export const reclassificationOver = (table: Table, { now }: { now: () => number }) => ({
  now,
  applications: applicationsIn(table, { now }),
  dayPages: dayPagesIn(table),
  dayRegistry: dayRegistryIn(table, { now }),
  networkKeys: networkKeysIn(table, now),
  ...movedStoresIn(table),
  /** Stores that write only while the check holds. */
  storesWhile: (check: Check) => movedStoresIn(heldTable(table, check)),
});

export type ReclassificationDeps = ReturnType<typeof reclassificationOver>;
