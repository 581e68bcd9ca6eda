import type { MessageOf } from '#shared/messages/queue.ts';
import { deliver } from '#shared/outbox/deliver.ts';
import type { EffectDeps } from '#shared/outbox/effect-needs.ts';
import type { effectsQueue } from '#shared/outbox/queues.ts';
import { Effect } from '#shared/registry/effect.ts';

/** Another version of the service may have ordered an effect that this version does not know. */
export async function deliverEffect({ effect }: MessageOf<typeof effectsQueue>, deps: EffectDeps): Promise<void> {
  await deliver(Effect.parse(effect), deps);
}
