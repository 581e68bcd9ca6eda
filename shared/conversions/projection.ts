import type { Projection } from '#shared/worker/projections.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import { alertOfConflicts } from './alert-of-conflicts.ts';
import { conflictingEvents, conversionChanges, newItems, shownEvents } from './conversion-changes.ts';
import { type MatchDeps, matchLate } from './match-late.ts';
import type { Click } from './rules/attribution.ts';
import type { ConflictAlerts } from './store/conflict-alerts.ts';
import type { UserClick } from './store/identities.ts';

export const eventIndex: Projection<Pick<MatchDeps, 'eventIndex'>> = {
  name: 'event_index',
  after: [],
  run: ({ changes }, deps) => deps.eventIndex.add(shownEvents(changes)),
  onPoison: 'run_again',
};

/** An erasure keeps the links of users whose events are in the index, so the index is written first. */
export const userLinks: Projection<Pick<MatchDeps, 'identities'>> = {
  name: 'user_links',
  after: ['event_index'],
  run: ({ changes }, deps) => deps.identities.add(shownEvents(changes)),
  onPoison: 'run_again',
};

/**
 * Events are indexed, and clicks stored, before either looks for the other, so the later of the two finds the
 * other.
 */
export const lateMatches: Projection<MatchDeps> = {
  name: 'late_matches',
  after: ['user_links'],
  run: ({ changes }: Batch, deps) =>
    matchLate(
      conversionChanges(changes),
      newItems<Click>(changes, 'session'),
      newItems<UserClick>(changes, 'user_click'),
      deps,
    ),
  onPoison: 'run_again',
};

export const conflictMails: Projection<{ conflictAlerts: ConflictAlerts }> = {
  name: 'conflict_mails',
  after: [],
  run: ({ changes }, deps) => alertOfConflicts(conflictingEvents(changes), deps),
  onPoison: 'run_again',
};
