import { applyConsent, consentMessageOf, consentTaskOf } from '#shared/event-log/apply-consent.ts';
import { erasureQueue } from '#shared/event-log/queues.ts';
import { log } from '#shared/log.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import type { Deps } from './needs.ts';

const eventsAtATime = 1000;

/** A message may arrive again, so a repeat changes nothing. */
export async function continueConsent(
  message: Extract<MessageOf<typeof erasureQueue>, { consent_of: unknown }>,
  deps: Pick<Deps, 'clicks' | 'conversions' | 'eventIndex' | 'identities' | 'matchKeys' | 'queues'>,
): Promise<void> {
  const { task_id } = message;
  const { dropped, next } = await applyConsent(consentTaskOf(message), eventsAtATime, deps);
  log.info('consent changed', { task_id, dropped, done: next.length === 0 });
  for (const task of next) await deps.queues.send(erasureQueue, consentMessageOf(task, task_id));
}
