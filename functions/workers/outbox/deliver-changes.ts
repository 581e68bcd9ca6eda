import { log, metricLine } from '#shared/log.ts';
import { MessageRefused } from '#shared/messages/sender.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import { newEffects } from '#shared/outbox/new-effects.ts';
import { effectsQueue } from '#shared/outbox/queues.ts';
import { retryDelaySeconds } from '#shared/worker/retry-delay.ts';
import type { Batch } from '#shared/worker/stream-worker.ts';
import type { Deps } from './needs.ts';

/** A stream waits this long for a failing queue; then its effects are stored for an operator. */
const patienceMs = 120_000;

/** An effect that can never be delivered is stored for an operator and blocks no other effects. */
export async function deliverChanges({ changes }: Batch, deps: Deps): Promise<void> {
  const keep = async (heldEffect: string, id: string, error: Error) => {
    await deps.deadEffects.keep(heldEffect, error);
    log.error('effect not deliverable', { effect: id, error });
    metricLine({}, { dead_effects: [1, 'Count'] }, {});
  };
  await Promise.all(
    changes.flatMap(({ before, after, at = 0 }) => {
      const { effects, unreadable } = newEffects(before, after);
      const isLate = at > 0 && deps.now() - at >= patienceMs;
      return [
        ...unreadable.map(({ held: heldEffect, error }) => keep(heldEffect, '', error)),
        ...effects.map(async (effect) => {
          try {
            await deliverOrPutOff(effect, deps);
          } catch (error) {
            if (!(error instanceof MessageRefused) && !isLate) throw error;
            await keep(JSON.stringify([effect]), effect.id, error as Error);
          }
        }),
      ];
    }),
  );
}

async function deliverOrPutOff(effect: Parameters<typeof deliver>[0], deps: Deps): Promise<void> {
  try {
    await deliver(effect, deps);
  } catch (error) {
    if (error instanceof MessageRefused) throw error;
    log.warn('effect put off', { effect: effect.id, error: error as Error });
    const delaySeconds = retryDelaySeconds(1, effectsQueue.retrySeconds, deps.random());
    await deps.queues.send(effectsQueue, { effect }, { delaySeconds });
  }
}
