import { depsOf, limits, objects, queues } from '#functions/deps.ts';
import { adjustmentsIn } from '#shared/adjustments/store/adjustments.ts';
import { apiKeysIn } from '#shared/api-keys/store/api-keys.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { accountSettingsIn } from '#shared/conversions/store/account-settings.ts';
import { clicksIn } from '#shared/conversions/store/clicks.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { identitiesIn } from '#shared/conversions/store/identities.ts';
import { dayPagesIn } from '#shared/event-log/store/day-pages.ts';
import { dayRegistryIn } from '#shared/event-log/store/day-registry.ts';
import { tombstonesIn } from '#shared/event-log/store/tombstones.ts';
import type { ReconciliationDeps } from '#shared/reconciliation/deps.ts';
import { maxOrders } from '#shared/reconciliation/rules/orders.ts';
import { reconciliationPartsIn } from '#shared/reconciliation/store/parts.ts';
import { reconciliationsIn } from '#shared/reconciliation/store/reconciliations.ts';
import { type Check, heldTable } from '#shared/store/held-table.ts';
import type { Table } from '#shared/store/table.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, attribution } = context;
  const table = attribution();
  const storesOver = (over: Table) => ({
    parts: reconciliationPartsIn(over),
    conversions: conversionsIn(over),
    adjustments: adjustmentsIn(over, { now }),
  });
  const cache = { now, cacheSeconds: env.KEY_CACHE_SECONDS };
  return {
    logDays: env.PIXEL_EVENTS_RETENTION_DAYS,
    maxExtra: maxOrders,
    reconciliations: reconciliationsIn(table, { now }),
    ...storesOver(table),
    storesWhile: (check: Check) => storesOver(heldTable(table, check)),
    ...depsOf(context, { objects, queues, turns: limits }),
    dayPages: dayPagesIn(table),
    dayRegistry: dayRegistryIn(table, { now }),
    tombstones: tombstonesIn(table),
    clicks: clicksIn(table),
    identities: identitiesIn(table),
    accountSettings: accountSettingsIn(table, cache),
    keys: apiKeysIn(table, cache),
    /** A message works on a reconciliation this long, and another message continues. */
    workSeconds: 100,
  } satisfies ReconciliationDeps & Record<string, unknown>;
}

export type Deps = ReturnType<typeof makeDeps>;
