import { erasureQueue } from '#shared/event-log/queues.ts';
import { log } from '#shared/log.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { eraseNamesOf } from '#shared/reconciliation/erase-names.ts';
import { continueConsent } from './continue-consent.ts';
import type { Deps } from './needs.ts';

/** Erasing this number of events takes a few seconds, far below the timeout. */
const eventsAtATime = 1000;

type Message = MessageOf<typeof erasureQueue>;
type Erasure = Extract<Message, { selector: unknown }>;

export async function continueErasure(message: Message, deps: Deps): Promise<void> {
  if ('consent_of' in message) return await continueConsent(message, deps);
  const { erasures, erasureFiles, queues, now } = deps;
  const { account_id, task_id, selector, until = new Date(now()).toISOString(), late, names } = message;
  if (names) return await eraseNames({ ...message, until }, deps);
  // The erasure's file is stored first, because a failed message is redelivered. Late events already have the
  // file of their erasure.
  if (!late) await erasureFiles.put({ accountId: account_id, selector, until });
  const extent = { maxEvents: eventsAtATime, until, isLate: late };
  const { events, clicks, isDone } = await erasures.erase(account_id, selector, extent);
  log.info('erased', { task_id, events, clicks, done: isDone });
  if (!isDone) await queues.send(erasureQueue, message);
  else if (!late) await eraseNames({ ...message, until }, deps);
}

async function eraseNames(message: Erasure, deps: Deps): Promise<void> {
  const end = performance.now() + deps.workSeconds * 1000;
  const isOver = () => performance.now() >= end;
  const next = await eraseNamesOf(message.account_id, message.names, isOver, deps);
  if (next) await deps.queues.send(erasureQueue, { ...message, names: next });
}
