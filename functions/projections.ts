import { adjustments } from '#shared/adjustments/needs.ts';
import { pendingAdjustments } from '#shared/adjustments/projection.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { cellMarks, cellNames, cellStart, cellStates, cells as cellsNeed } from '#shared/cells/needs.ts';
import { cells } from '#shared/cells/projection.ts';
import { clickRules } from '#shared/clicks/needs.ts';
import { conflictMails, eventIndex, lateMatches, userLinks } from '#shared/conversions/projection.ts';
import { adjustedRows, clickRows } from '#shared/event-log/needs.ts';
import { lateErasures, logRows } from '#shared/event-log/projection.ts';
import { activity, totals } from '#shared/reports/projection.ts';
import { projectionNeeds } from '#shared/reports/projection-needs.ts';
import { floods, recentClicks } from '#shared/traffic/needs.ts';
import { candidates, clickProofs } from '#shared/traffic/projection.ts';
import { takeDirect, webhookDeliveries, webhookEndpoints } from '#shared/webhooks/needs.ts';
import { webhooks } from '#shared/webhooks/projection.ts';
import type { Projection } from '#shared/worker/projections.ts';

/** A projection is declared after the projections that it follows. */
export const projections: readonly Projection<StreamDeps>[] = [
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

/** What the projections use. */
export const streamNeeds = {
  ...projectionNeeds,
  adjustedRows,
  adjustments,
  cellMarks,
  cellNames,
  cells: cellsNeed,
  cellStart,
  cellStates,
  clickRows,
  clickRules,
  floods,
  recentClicks,
  takeDirect,
  webhookDeliveries,
  webhookEndpoints,
};
export type StreamDeps = Pick<DepsOf<typeof streamNeeds>, keyof typeof streamNeeds | 'now'>;
