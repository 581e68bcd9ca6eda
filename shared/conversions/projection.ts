import { keys } from '#shared/api-keys/needs.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import { alertOfConflicts } from './alert-of-conflicts.ts';
import { conflictingEvents, conversionChanges, newItems, shownEvents } from './conversion-changes.ts';
import { matchLate } from './match-late.ts';
import { accountSettings, clicks, conflictAlerts, conversions, eventIndex as eventIndexNeed, identities } from './needs.ts';
import type { Click } from './rules/attribution.ts';
import type { UserClick } from './store/identities.ts';

export const eventIndex = defineProjection({
  name: 'event_index',
  after: [],
  needs: { eventIndex: eventIndexNeed },
  run: ({ changes }, deps) => deps.eventIndex.add(shownEvents(changes)),
  onPoison: 'run_again',
});

/** An erasure keeps the links of users whose events are in the index, so the index is written first. */
export const userLinks = defineProjection({
  name: 'user_links',
  after: ['event_index'],
  needs: { identities },
  run: ({ changes }, deps) => deps.identities.add(shownEvents(changes)),
  onPoison: 'run_again',
});

/**
 * Events are indexed, and clicks stored, before either looks for the other, so the later of the two finds the
 * other.
 */
export const lateMatches = defineProjection({
  name: 'late_matches',
  after: ['user_links'],
  needs: { accountSettings, clicks, conversions, eventIndex: eventIndexNeed, identities, keys },
  run: ({ changes }, deps) =>
    matchLate(conversionChanges(changes), newItems<Click>(changes, 'session'), newItems<UserClick>(changes, 'user_click'), deps),
  onPoison: 'run_again',
});

export const conflictMails = defineProjection({
  name: 'conflict_mails',
  after: [],
  needs: { conflictAlerts },
  run: ({ changes }, deps) => alertOfConflicts(conflictingEvents(changes), deps),
  onPoison: 'run_again',
});
