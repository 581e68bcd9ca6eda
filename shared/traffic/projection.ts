import { conversionChanges } from '#shared/conversions/conversion-changes.ts';
import type { Projection } from '#shared/worker/projections.ts';
import { type CandidateDeps, findCandidates } from './find-candidates.ts';
import { proveClicks } from './prove-clicks.ts';

/** The event is in the index first, so that the event and a verdict cannot miss each other. */
export const clickProofs: Projection<Parameters<typeof proveClicks>[1]> = {
  name: 'click_proofs',
  after: ['event_index'],
  run: ({ changes }, deps) => proveClicks(conversionChanges(changes), deps),
  onPoison: 'run_again',
};

export const candidates: Projection<CandidateDeps> = {
  name: 'candidates',
  after: [],
  run: ({ changes }, deps) => findCandidates(changes, deps),
  onPoison: 'run_again',
};
