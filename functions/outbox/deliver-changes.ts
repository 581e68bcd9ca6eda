import type { WorkerDeps } from '#shared/deps.ts';
import { log } from '#shared/log.ts';
import { deliver, newEffects } from '#shared/outbox.ts';
import { queues } from '#shared/queues.ts';
import { retryDelaySeconds } from '#shared/worker/retry-delay.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';

/** Tries every new effect at once; what fails goes to the queue for later, so that one mail never holds up a stream. */
export async function deliverChanges({ changes }: Batch, deps: WorkerDeps): Promise<void> {
  const effects = changes.flatMap(({ before, after }) => newEffects(before, after));
  await Promise.all(
    effects.map(async (effect) => {
      try {
        await deliver(effect, deps);
      } catch (error) {
        log.warn('effect put off', { effect: effect.id, error: error as Error });
        const delaySeconds = retryDelaySeconds(1, queues.effects.retrySeconds, deps.random());
        await deps.queues.send('effects', { effect }, { delaySeconds });
      }
    }),
  );
}
