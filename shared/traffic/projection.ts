import { queues } from '#shared/aws/needs.ts';
import { clickRules } from '#shared/clicks/needs.ts';
import { conversionChanges } from '#shared/conversions/conversion-changes.ts';
import { clicks } from '#shared/conversions/needs.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import { findCandidates } from './find-candidates.ts';
import { floods, recentClicks } from './needs.ts';
import { proveClicks } from './prove-clicks.ts';

/** The event is in the index first, so that the event and a verdict cannot miss each other. */
export const clickProofs = defineProjection({
  name: 'click_proofs',
  after: ['event_index'],
  needs: { clickRules, clicks },
  run: ({ changes }, deps) => proveClicks(conversionChanges(changes), deps),
  onPoison: 'run_again',
});

export const candidates = defineProjection({
  name: 'candidates',
  after: [],
  needs: { clicks, floods, queues, recentClicks },
  run: ({ changes }, deps) => findCandidates(changes, deps),
  onPoison: 'run_again',
});
