import type { Adjustments } from '#shared/adjustments/store/adjustments.ts';
import type { ApiKeys } from '#shared/api-keys/store/api-keys.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import type { AccountSettingsStore } from '#shared/conversions/store/account-settings.ts';
import type { Clicks } from '#shared/conversions/store/clicks.ts';
import type { Conversions } from '#shared/conversions/store/conversions.ts';
import type { Identities } from '#shared/conversions/store/identities.ts';
import type { dayPagesIn } from '#shared/event-log/store/day-pages.ts';
import type { DayRegistry } from '#shared/event-log/store/day-registry.ts';
import type { Tombstones } from '#shared/event-log/store/tombstones.ts';
import type { Secrets } from '#shared/secrets.ts';
import type { Check } from '#shared/store/held-table.ts';
import type { ReconciliationParts } from './store/parts.ts';
import type { Reconciliations } from './store/reconciliations.ts';

export type ReconciliationDeps = {
  now(): number;
  logDays: number;
  /** This many events without an order are in memory at once. Further events are only counted. */
  maxExtra: number;
  reconciliations: Reconciliations;
  parts: ReconciliationParts;
  /** Stores that write only while the check holds. */
  storesWhile(check: Check): Pick<ReconciliationDeps, 'parts' | 'conversions' | 'adjustments'>;
  objects: Pick<ObjectStore, 'get' | 'remove'>;
  secrets: Secrets;
  conversions: Conversions;
  adjustments: Adjustments;
  dayPages: ReturnType<typeof dayPagesIn>;
  dayRegistry: DayRegistry;
  tombstones: Tombstones;
  clicks: Clicks;
  identities: Identities;
  accountSettings: AccountSettingsStore;
  keys: ApiKeys;
};

/** A preview reads events and orders, and stores none. */
export type PreviewDeps = Omit<ReconciliationDeps, 'objects' | 'dayPages' | 'dayRegistry' | 'logDays' | 'maxExtra' | 'storesWhile'>;
