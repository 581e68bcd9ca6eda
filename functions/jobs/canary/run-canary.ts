import type { JobEvent } from '#shared/worker/job.ts';
import { countUncachedStarts, nodeOfLambda } from './code-caches.ts';
import { countDeadLetters } from './count-dead-letters.ts';
import type { Deps } from './needs.ts';
import { walkStage } from './walk-stage.ts';

/**
 * The canary's three parts are independent; its alarm counts failures of the walk and of the dead-letter
 * count.
 */
export async function runCanary(event: JobEvent, deps: Deps): Promise<object> {
  const [walked, counted, uncached] = await Promise.allSettled([walkStage(event, deps), countDeadLetters(deps), countUncachedStarts(deps)]);
  if (walked.status === 'rejected') throw walked.reason;
  if (counted.status === 'rejected') throw counted.reason;
  return {
    ...walked.value,
    dead_letters: counted.value,
    uncached_starts: uncached.status === 'fulfilled' ? uncached.value : null,
    ...nodeOfLambda(),
  };
}
