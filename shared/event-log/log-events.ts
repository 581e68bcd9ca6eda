import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { recountQueue } from '#shared/event-log/queues.ts';
import { log } from '#shared/log.ts';
import type { Sender } from '#shared/messages/sender.ts';
import type { EventLog } from './store/event-log.ts';

/** A message with this number of the longest event IDs stays below 64 KB. */
const eventsOfMessage = 200;

const rejectedEvents = new WeakSet<Conversion>();

/** Holds for events of a batch that the projection of the log has handled. */
export const isLogged = (event: Conversion): boolean => !rejectedEvents.has(event);

/**
 * Events that the log rejects go to a queue, so that a busy account does not delay the totals of other
 * accounts.
 */
export async function logEvents(
  accepted: readonly Conversion[],
  conflicting: readonly Conversion[],
  { eventLog, queues }: { eventLog: Pick<EventLog, 'tryToWrite'>; queues: Pick<Sender, 'send'> },
): Promise<void> {
  const unwrittenEntries = await eventLog.tryToWrite(accepted, conflicting);
  if (unwrittenEntries.length === 0) return;
  const rejected = new Set(unwrittenEntries.map(({ eventId }) => eventId));
  for (const event of accepted) if (rejected.has(event.eventId)) rejectedEvents.add(event);
  log.warn('log entries put off', { entries: unwrittenEntries.length });
  const owners = Map.groupBy(unwrittenEntries, ({ accountId, environment }) => `${accountId} ${environment}`);
  for (const entries of owners.values()) {
    const [{ accountId, environment }] = entries as [(typeof unwrittenEntries)[number]];
    const ids = [...new Set(entries.flatMap(({ eventId }) => eventId ?? []))];
    for (let start = 0; start < ids.length; start += eventsOfMessage)
      await queues.send(recountQueue, {
        account_id: accountId,
        environment,
        event_ids: ids.slice(start, start + eventsOfMessage),
      });
  }
}
