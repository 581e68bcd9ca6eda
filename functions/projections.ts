import { pendingAdjustments } from '#shared/adjustments/projection.ts';
import { type DepsOf, unionOf } from '#shared/aws/deps-of.ts';
import { cells } from '#shared/cells/projection.ts';
import { conflictMails, eventIndex, lateMatches, userLinks } from '#shared/conversions/projection.ts';
import { consents, lateErasures, logRows } from '#shared/event-log/projection.ts';
import { activity, totals } from '#shared/reports/projection.ts';
import { candidates, clickProofs } from '#shared/traffic/projection.ts';
import { webhooks } from '#shared/webhooks/projection.ts';

/** A projection is declared after the projections that it follows. */
export const projections = [
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
  consents,
  clickProofs,
  candidates,
  lateErasures,
];

export const needsOfProjections = unionOf(projections.map(({ needs }) => needs));
export type ProjectionDeps = DepsOf<typeof needsOfProjections>;
