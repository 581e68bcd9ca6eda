import { newItems } from '#shared/conversions/conversion-changes.ts';
import { conversions } from '#shared/conversions/needs.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { defineProjection } from '#shared/worker/projections.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import { applyPending } from './apply-pending.ts';
import { adjustments } from './needs.ts';
import type { Pending } from './store/adjustments.ts';

/**
 * Events and adjustments are stored before each looks for the other. The request can die before it looks, so the
 * stream's record looks too.
 */
export const pendingAdjustments = defineProjection({
  name: 'pending_adjustments',
  after: [],
  needs: { conversions, adjustments },
  run: ({ changes }, deps) => applyPending([...newItems<Conversion>(changes, 'conversion'), ...waitingIn(changes)], deps),
  onPoison: 'run_again',
});

const waitingIn = (changes: Batch['changes']): Pending[] =>
  changes.flatMap(({ after }) => (after?.kind === 'pending_adjustments' ? [after as unknown as Pending] : []));
