import { adjustmentsIn } from '#shared/adjustments/store/adjustments.ts';
import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { clickRulesIn } from '#shared/clicks/store/click-rules.ts';
import { adjustedRowsIn } from '#shared/event-log/store/adjusted-rows.ts';
import { clickRowsIn } from '#shared/event-log/store/click-rows.ts';
import { projectionDepsOver } from '#shared/reports/projection-deps.ts';
import type { Table } from '#shared/store/table.ts';
import { floodMemory } from '#shared/traffic/find-candidates.ts';
import { recentClicksIn } from '#shared/traffic/store/recent-clicks.ts';

export function workerDepsOver(table: Table, context: Parameters<typeof projectionDepsOver>[1]) {
  const projection = projectionDepsOver(table, context);
  const { now, env } = context;
  return {
    ...projection,
    ...cellDepsOver(table, { now, scale: projection.scale }),
    adjustments: adjustmentsIn(table, { now }),
    adjustedRows: adjustedRowsIn(table, { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
    clickRules: clickRulesIn(table),
    recentClicks: recentClicksIn(table),
    floods: floodMemory(),
    clickRows: clickRowsIn(table, { now, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS }),
  };
}
