import { log } from '#shared/log.ts';
import type { Message } from '#shared/messages/queues.ts';
import type { Deps } from './deps.ts';

/** A few seconds of work, far from the function's end. */
const eventsAtATime = 1000;

/** Continues an erasure; the next message does the rest. */
export async function continueErasure(
  message: Message<'erasure'>,
  { erasures, erasureFiles, queues, now }: Deps,
): Promise<void> {
  const { account_id, task_id, selector, until = new Date(now()).toISOString(), late } = message;
  // First, since a message that fails comes again. An erasure of late events has its file from the first time.
  if (!late) await erasureFiles.put({ accountId: account_id, selector, until });
  const extent = { maxEvents: eventsAtATime, until, isLate: late };
  const { events, sessions, isDone } = await erasures.erase(account_id, selector, extent);
  log.info('erased', { task_id, events, sessions, done: isDone });
  if (!isDone) await queues.send('erasure', message);
}
