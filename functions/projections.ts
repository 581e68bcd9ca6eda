import { pendingAdjustments } from '#shared/adjustments/projection.ts';
import { adjustmentsIn } from '#shared/adjustments/store/adjustments.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { cells } from '#shared/cells/projection.ts';
import { clickRulesIn } from '#shared/clicks/store/click-rules.ts';
import { conflictMails, eventIndex, lateMatches, userLinks } from '#shared/conversions/projection.ts';
import { directShare } from '#shared/deliveries/rules/fair-share.ts';
import { lateErasures, logRows } from '#shared/event-log/projection.ts';
import { adjustedRowsIn } from '#shared/event-log/store/adjusted-rows.ts';
import { clickRowsIn } from '#shared/event-log/store/click-rows.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import { activity, totals } from '#shared/reports/projection.ts';
import { projectionDepsOver } from '#shared/reports/projection-deps.ts';
import type { Table } from '#shared/store/table.ts';
import { floodMemory } from '#shared/traffic/find-candidates.ts';
import { candidates, clickProofs } from '#shared/traffic/projection.ts';
import { recentClicksIn } from '#shared/traffic/store/recent-clicks.ts';
import { webhooks } from '#shared/webhooks/projection.ts';
import { webhookDeliveriesIn } from '#shared/webhooks/store/deliveries.ts';
import { webhookEndpointsIn } from '#shared/webhooks/store/endpoints.ts';
import type { Projection } from '#shared/worker/projections.ts';

/** A projection is declared after the projections that it follows. */
export const projections: readonly Projection<ProjectionNeeds>[] = [
  eventIndex,
  userLinks,
  logRows,
  totals,
  activity,
  cells,
  pendingAdjustments,
  conflictMails,
  webhooks,
  lateMatches,
  clickProofs,
  candidates,
  lateErasures,
];

export type ProjectionNeeds = ReturnType<typeof projectionNeedsOver>;

export function projectionNeedsOver(table: Table, context: Parameters<typeof projectionDepsOver>[1]) {
  const projection = projectionDepsOver(table, context);
  const { now, env } = context;
  const retentionDays = env.PIXEL_EVENTS_RETENTION_DAYS;
  return {
    ...projection,
    ...cellDepsOver(table, { now, scale: projection.scale }),
    adjustments: adjustmentsIn(table, { now }),
    adjustedRows: adjustedRowsIn(table, { now, retentionDays }),
    clickRules: clickRulesIn(table),
    recentClicks: recentClicksIn(table),
    floods: floodMemory(),
    clickRows: clickRowsIn(table, { now, retentionDays }),
    webhookEndpoints: webhookEndpointsIn(table, { now }),
    webhookDeliveries: webhookDeliveriesIn(table, { now }),
    takeDirect: tokenBuckets({ ...directShare, now }),
  };
}
