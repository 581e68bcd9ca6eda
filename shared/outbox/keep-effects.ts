import type { Change } from '#shared/worker/stream-worker.ts';
import { newEffects } from './new-effects.ts';
import type { DeadEffects } from './store/dead-effects.ts';

export async function keepEffects(
  changes: readonly Pick<Change, 'before' | 'after'>[],
  reason: Error,
  { keep }: Pick<DeadEffects, 'keep'>,
): Promise<void> {
  for (const { before, after } of changes) {
    const { effects, unreadable } = newEffects(before, after);
    for (const effect of effects) await keep(JSON.stringify([effect]), reason);
    for (const { held: effectText, error } of unreadable) await keep(effectText, error);
  }
}
