import { recountQueue } from '#shared/event-log/queues.ts';
import { log, metricLine } from '#shared/log.ts';
import { recordsOfMessage, type SetAsideRecord, type UncountedRecords } from '#shared/messages/set-aside.ts';
import { DynamoRefusal } from '#shared/store/dynamo.ts';
import { Unstorable } from '#shared/store/store-errors.ts';
import { minutes } from '#shared/values/durations.ts';
import { accountOf, type Poison } from '#shared/worker/projections.ts';
import type { Change } from '#shared/worker/stream-worker.ts';
import type { Deps } from './needs.ts';

/** If records of more accounts than this cannot be counted, the fault is the program's. */
const maxUncountedAccounts = 5;
const uncountedWithinMs = minutes(15);

/** The import of `streamFailures` would bring all schedules into this bundle. */
const failureQueue = 'attribution-conversion-totals-failed';

type SetAsideDeps = Pick<Deps, 'queues' | 'reportFailure' | 'uncounted' | 'now'>;

/**
 * The worker of `recount` runs other projections again, up to eight times, and a message that it gives up is a dead
 * letter. Records that were not counted go to the stream's failure queue at once. Throws if too many accounts have
 * such records: then the shard waits, and the batch is repeated.
 */
export async function setAside(poison: readonly Poison[], deps: SetAsideDeps): Promise<void> {
  refuseProgramFault(poison, deps);
  for (const { projection, records, error } of poison) {
    const common = { account_id: accountIn(records), projection: projection.name };
    log.warn('records set aside', { ...common, records: records.length, error });
    metricLine({}, { records_set_aside: [records.length, 'Count'] }, { projection: projection.name });
    for (let start = 0; start < records.length; start += recordsOfMessage) {
      const part = records.slice(start, start + recordsOfMessage);
      const message = { ...common, records: part.map(referenceOf) };
      if (projection.onPoison === 'run_again') await deps.queues.send(recountQueue, message);
      else await deps.reportFailure(failureQueue, uncountedReport(projection.name, part, error));
    }
  }
}

function refuseProgramFault(poison: readonly Poison[], { uncounted, now }: SetAsideDeps): void {
  for (const [account, at] of uncounted) if (now() - at > uncountedWithinMs) uncounted.delete(account);
  const uncountable = poison.filter(({ projection }) => projection.onPoison === 'recount');
  const accounts = new Set([...uncounted.keys(), ...uncountable.map(({ records }) => accountIn(records))]);
  const [first] = uncountable;
  if (first && accounts.size > maxUncountedAccounts) throw first.error;
  for (const { records } of uncountable) uncounted.set(accountIn(records), now());
}

const accountIn = ([first]: readonly Change[]): number => (first && accountOf(first)) || 0;

/** A redrive on the operators' page recounts the account on these days. */
export const uncountedReport = (projection: string, records: readonly Change[], error: unknown): UncountedRecords => ({
  account_id: accountIn(records),
  projection,
  records: records.map(referenceOf),
  days: [...new Set(records.flatMap(daysOf))].sort(),
  may_be_counted: error instanceof Unstorable || error instanceof DynamoRefusal,
});

const referenceOf = ({ sequence, before, after }: Change): SetAsideRecord => ({
  pk: String(after?.pk),
  sk: String(after?.sk),
  kind: String(after?.kind),
  sequence,
  is_new: before === null,
  ...(after?.kind === 'alias' && typeof before?.sid === 'string' && { previous_click_id: before.sid }),
});

/** The record may have any form, so all its times give days. */
function daysOf({ after }: Change): string[] {
  const { createdAt, receivedAt, occurredAt, click, adjustments } = (after ?? {}) as Record<string, unknown>;
  const { clickedAt } = (click ?? {}) as Record<string, unknown>;
  const adjusted = Array.isArray(adjustments) ? adjustments.map((one) => one?.effectiveAt) : [];
  return [createdAt, receivedAt, occurredAt, clickedAt, ...adjusted].flatMap((time) =>
    Number.isNaN(Date.parse(String(time))) ? [] : [new Date(String(time)).toISOString().slice(0, 10)],
  );
}
