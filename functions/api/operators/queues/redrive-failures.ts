import * as z from 'zod';
import { assistantReports, deadLetters, streams } from '#functions/api/operators/needs.ts';
import { failures } from '#functions/failures.ts';
import { jobs } from '#functions/jobs.ts';
import { accountDeletions } from '#shared/accounts/deletion/needs.ts';
import { users } from '#shared/accounts/needs.ts';
import { startReports } from '#shared/assistant-ads/start-reports.ts';
import type { FailureQueue, Moved } from '#shared/aws/dead-letters.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { RecordsGone, recordsOf, StreamFailure } from '#shared/aws/stream-records.ts';
import { backupMethod, backups, retention } from '#shared/backup/needs.ts';
import { runAtNight } from '#shared/backup/run-at-night.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { runScheduled } from '#shared/credits/grants/run-grants.ts';
import { credits, grants, partnerMonths, renewals } from '#shared/credits/needs.ts';
import { dayKeys } from '#shared/destinations/needs.ts';
import { recountQueue } from '#shared/event-log/queues.ts';
import { licences } from '#shared/licences/needs.ts';
import { checkInAfterAWeek } from '#shared/mail/check-in-after-a-week.ts';
import { mailOrders } from '#shared/mail/needs.ts';
import { UncountedRecords } from '#shared/messages/set-aside.ts';
import { audit } from '#shared/operators/needs.ts';
import type { AuditActor } from '#shared/operators/store/audit.ts';
import { keepEffects } from '#shared/outbox/keep-effects.ts';
import { deadEffects } from '#shared/outbox/needs.ts';
import { type RecountParameters, recountJob, recountOrder } from '#shared/reports/order-recount.ts';
import { cellsOf } from '#shared/reports/rules/totals.ts';
import { indexChanges } from '#shared/search/index-changes.ts';
import { searchIndex } from '#shared/search/needs.ts';
import { accountTasks } from '#shared/tasks/needs.ts';
import { startSingleRun } from '#shared/tasks/single-run.ts';
import { sha256 } from '#shared/values/ids.ts';
import { type Change, changeOf } from '#shared/worker/stream-worker.ts';

export const redriveFailuresNeeds = {
  accountDeletions,
  assistantReports,
  audit,
  backupMethod,
  backups,
  dayKeys,
  credits,
  deadEffects,
  deadLetters,
  grants,
  licences,
  mailOrders,
  partnerMonths,
  queues,
  renewals,
  retention,
  searchIndex,
  streams,
  tasks: accountTasks,
  users,
};
type Deps = DepsOf<typeof redriveFailuresNeeds>;

type Bounds = { until: () => boolean; actor: AuditActor };
type Done = { isDone: boolean; note?: string | undefined };

const Run = z.object({ job: z.string(), scheduledAt: z.iso.datetime({ offset: true }) });
const FailedRun = z.union([z.object({ requestPayload: Run }).transform((report) => report.requestPayload), Run]);

/** Failures of more accounts than this indicate a general problem. */
const maxAccounts = 200;

export async function redriveFailures(queue: FailureQueue, { until, actor }: Bounds, deps: Deps): Promise<Moved & { notes: string[] }> {
  const notes = new Map<string, number>();
  const source = failures.get(queue);
  const redriveOne = async (body: string): Promise<Done> => {
    if (source?.kind === 'schedule') return await runAgain(jsonOf(body), deps);
    const uncounted = UncountedRecords.safeParse(jsonOf(body));
    if (uncounted.success) return await countAgain(uncounted.data, { id: taskIdOf(body), actor }, deps);
    const failure = StreamFailure.safeParse(jsonOf(body));
    if (!failure.success) return { isDone: false, note: 'A message is no report of a stream: look at it.' };
    try {
      const changes = (await recordsOf(failure.data, deps.streams)).map(changeOf);
      if (source?.function === 'outbox') return await deliverAgain(changes, deps);
      if (source?.function === 'search-index') return await indexAgain(changes, deps);
      return await recountAgain(changes, { id: taskIdOf(body), actor }, deps);
    } catch (error) {
      if (error instanceof RecordsGone) return { isDone: false, note: goneNotes[source?.function ?? 'outbox'] };
      throw error;
    }
  };
  const moved = await deps.deadLetters.each(
    queue,
    async (body) => {
      const { isDone, note } = await redriveOne(body);
      if (note) notes.set(note, (notes.get(note) ?? 0) + 1);
      return isDone;
    },
    { until },
  );
  if (source?.function === 'outbox' && moved.count > 0) await deps.deadEffects.redrive();
  return {
    ...moved,
    notes: [...notes].map(([note, times]) => (times > 1 ? `${note} (${times} times)` : note)),
  };
}

const goneNotes: Record<string, string> = {
  outbox: 'The stream has no record of it any more, so its e-mails and notices are lost. Delete it.',
  'search-index': 'The stream has no record of it any more. Run `npm run ops -- reindex`, then delete it.',
  'conversion-totals':
    'The stream has no record of it any more. Recount the accounts of that time, or all of them with `npm run ops -- recount`, then delete it.',
};

function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

async function deliverAgain(changes: readonly Change[], { deadEffects }: Deps): Promise<Done> {
  await keepEffects(changes, new Error('The stream gave the record up.'), deadEffects);
  return { isDone: true };
}

async function indexAgain(changes: readonly Change[], { searchIndex }: Deps): Promise<Done> {
  await indexChanges({ shardId: '', changes }, searchIndex);
  return { isDone: true };
}

const taskIdOf = (body: string) => `task_${sha256(body).slice(0, 22)}`;

/** No recount counts activity of other items than events, so a worker counts it. Their changes are no activity. */
async function countAgain(
  { account_id: accountId, projection, records, days, may_be_counted }: UncountedRecords,
  recount: { id: string; actor: AuditActor },
  deps: Deps,
): Promise<Done> {
  const others = projection === 'activity' ? records.filter(({ kind }) => kind !== 'conversion') : [];
  const newItems = others.filter(({ is_new }) => is_new);
  if (newItems.length > 0 && may_be_counted)
    return {
      isDone: false,
      note: 'Some counters have these records: another count could repeat them. Delete it.',
    };
  if (newItems.length > 0) await deps.queues.send(recountQueue, { account_id: accountId, projection, records: newItems });
  if (others.length === records.length) return { isDone: true, note: `The records of account ${accountId} are counted again.` };
  const [from = '', to = ''] = [days[0], days.at(-1)];
  if (!from) return { isDone: false, note: `It names no day: recount the account ${accountId}, then delete it.` };
  return await startRecount({ accountId, from, to }, recount, deps);
}

/** Totals apply stream records in order, so days of skipped records are recounted instead. */
async function recountAgain(changes: readonly Change[], { id, actor }: { id: string; actor: AuditActor }, deps: Deps): Promise<Done> {
  const events = changes.flatMap(({ after }) => (after?.kind === 'conversion' ? [after as unknown as Conversion] : []));
  if (events.length === 0) return { isDone: true, note: 'It held no conversion: nothing is to be recounted.' };
  const [accountId = 0, ...otherAccountIds] = new Set(events.map((event) => event.accountId));
  if (otherAccountIds.length >= maxAccounts)
    return {
      isDone: false,
      note: 'It is of many accounts: recount all with `npm run ops -- recount`, then delete it.',
    };
  const days = events.flatMap((event) => [event.receivedAt.slice(0, 10), ...cellsOf(event).map(({ cell }) => cell.day)]).sort();
  const [from = '', to = ''] = [days[0], days.at(-1)];
  return await startRecount({ accountId, otherAccountIds, from, to }, { id, actor }, deps);
}

async function startRecount(parameters: RecountParameters, { id, actor }: { id: string; actor: AuditActor }, deps: Deps): Promise<Done> {
  const { accountId, from, to } = parameters;
  const details = { task_id: id, from, to, reason: 'Redrive of failed records' };
  const also = deps.audit.parts({ actor, action: recountJob, userId: accountId, details });
  const order = recountOrder(id, parameters);
  const { task } = await startSingleRun({ ...order, also }, deps);
  return task.id === id
    ? { isDone: true, note: `The recount ${id} has begun.` }
    : { isDone: false, note: 'Another recount is under way. Send it back again when that is completed.' };
}

async function runAgain(body: unknown, deps: Deps): Promise<Done> {
  const { data: run } = FailedRun.safeParse(body);
  const job = run && jobs[run.job];
  if (!job) return { isDone: false, note: 'A message names no job of a schedule: look at it.' };
  const event = { ...run, scheduledAt: new Date(run.scheduledAt).toISOString() };
  if (job.function === 'grant-jobs') await runScheduled(event, deps);
  else if (job.function === 'night-jobs') await runAtNight(event, deps);
  else if (job.function === 'assistant-ads') await startReports(event, deps.assistantReports);
  else if (job.function === 'lifecycle-mail') await checkInAfterAWeek(event, deps);
  else return { isDone: false, note: `The job ${run.job} runs by its schedule alone.` };
  return { isDone: true, note: `${run.job} of ${event.scheduledAt} ran again.` };
}
