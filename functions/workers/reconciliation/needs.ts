import { adjustments } from '#shared/adjustments/needs.ts';
import { adjustmentsIn } from '#shared/adjustments/store/adjustments.ts';
import { keys } from '#shared/api-keys/needs.ts';
import type { Context } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { objects, queues } from '#shared/aws/needs.ts';
import { accountSettings, clicks, conversions, identities } from '#shared/conversions/needs.ts';
import { conversionsIn } from '#shared/conversions/store/conversions.ts';
import { dayPages, dayRegistry, logDays, tombstones } from '#shared/event-log/needs.ts';
import { limits } from '#shared/limits/needs.ts';
import { maxOrders } from '#shared/orders/rules/order.ts';
import { parts, reconciliations } from '#shared/reconciliation/needs.ts';
import { reconciliationPartsIn } from '#shared/reconciliation/store/parts.ts';
import { type Check, heldTable } from '#shared/store/held-table.ts';

const maxExtra = () => maxOrders;
const storesWhile =
  ({ attribution, now }: Context) =>
  (check: Check) => {
    const table = heldTable(attribution(), check);
    return {
      parts: reconciliationPartsIn(table),
      conversions: conversionsIn(table),
      adjustments: adjustmentsIn(table, { now }),
    };
  };
/** A message works on a reconciliation this long, and another message continues. */
const workSeconds = () => 100;

export const needs = {
  accountSettings,
  adjustments,
  clicks,
  conversions,
  dayPages,
  dayRegistry,
  identities,
  keys,
  logDays,
  maxExtra,
  objects,
  parts,
  queues,
  reconciliations,
  storesWhile,
  tombstones,
  turns: limits,
  workSeconds,
};
export type Deps = DepsOf<typeof needs>;
