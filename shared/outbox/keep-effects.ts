import type { Change } from '#shared/worker/stream-worker.ts';
import { addedEntries } from './added-entries.ts';
import type { DeadEffects } from './store/dead-effects.ts';

export async function keepEffects(
  changes: readonly Pick<Change, 'before' | 'after'>[],
  reason: Error,
  { keep }: Pick<DeadEffects, 'keep'>,
): Promise<void> {
  for (const { before, after } of changes) {
    for (const { held: effectText } of addedEntries(before, after)) await keep(effectText, reason);
  }
}
