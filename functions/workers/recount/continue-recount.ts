import { sealJob } from '#shared/cells/order-seals.ts';
import { recountCells } from '#shared/cells/recount-cells.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { recountQueue } from '#shared/event-log/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import { accountsOf, type RecountParameters, recountSegments } from '#shared/reports/order-recount.ts';
import { recountEvents } from '#shared/reports/recount-events.ts';
import type { Recount } from '#shared/reports/rules/recounts.ts';
import { fromWire } from '#shared/store/attribute-values.ts';
import { hasEnded, type Task } from '#shared/tasks/rules/tasks.ts';
import { completeWhenDone, runShard, type ShardedWork } from '#shared/tasks/sharded-task.ts';
import { superviseTask } from '#shared/tasks/supervise-task.ts';
import { sha256 } from '#shared/values/ids.ts';
import { inTurn } from '#shared/worker/in-turn.ts';
import { continueApplication } from './continue-application.ts';
import type { Deps } from './needs.ts';
import { rerunProjection } from './rerun-projection.ts';
import { sealSlices } from './seal-slices.ts';

const workMs = 40_000;

export async function continueRecount(message: MessageOf<typeof recountQueue>, deps: Deps, isLastReceive = false): Promise<void> {
  if ('event_ids' in message) {
    const { account_id: account, event_ids } = message;
    const name = sha256(event_ids.join(' '));
    return await inTurn({ queue: recountQueue, message, account, name }, deps, () => logEvents(message, deps));
  }
  if ('projection' in message) {
    const { account_id: account, projection, records } = message;
    const name = sha256([projection, ...records.map(({ sequence }) => sequence)].join(' '));
    return await inTurn({ queue: recountQueue, message, account, name }, deps, () => rerunProjection(message, deps));
  }
  if ('application_id' in message) return await continueApplication(message, deps, isLastReceive);
  const { task_id, shard } = message;
  const task = await deps.tasks.byId(task_id);
  if (!task || hasEnded(task)) return;
  if (task.job === sealJob) return await continueSeals(task, shard, message, deps);
  if (shard === null)
    return await superviseTask(task, recountQueue, deps, {
      complete: () => complete(task, deps),
      givenUp: () => `The recount ${task.id} is given up.`,
    });
  if (await runShard(task, shard, await recountWork(task, deps), deps, deps.now() + workMs)) await complete(task, deps);
  else await deps.queues.send(recountQueue, message);
}

async function continueSeals(task: Task, shard: number | null, message: MessageOf<typeof recountQueue>, deps: Deps): Promise<void> {
  const work = sealSlices(task, deps);
  const completeSeals = () => completeWhenDone(task, work, deps);
  if (shard === null)
    return await superviseTask(task, recountQueue, deps, {
      complete: completeSeals,
      givenUp: () => `The seals ${task.id} are given up; the next ones continue.`,
    });
  if (await runShard(task, shard, work, deps, deps.now() + workMs)) await completeSeals();
  else await deps.queues.send(recountQueue, message);
}

async function logEvents(
  { account_id, environment, event_ids }: Extract<MessageOf<typeof recountQueue>, { event_ids: unknown }>,
  { conversions, eventLog }: Pick<Deps, 'conversions' | 'eventLog'>,
): Promise<void> {
  const events = await conversions.byEventIds(account_id, environment, event_ids);
  const loggedEvents = events.filter((event) => eventLog.logIdOfAccepted(event) !== null);
  await eventLog.write(loggedEvents, loggedEvents);
}

async function complete(task: Task, deps: Deps): Promise<boolean> {
  const parts = await deps.tasks.progress(task);
  if (parts.some(({ isDone }) => !isDone)) return false;
  const replaced: number[] = [];
  const until = deps.now() + workMs;
  for (const [accountId, recount] of await recountsOf(task, deps))
    if (!(await deps.recounts.close(accountId, recount.generation))) replaced.push(accountId);
    else if (!(await deps.recounts.removeOlder(accountId, recount, until))) return false;
  const { from, to, ...accounts } = task.parameters as RecountParameters;
  for (const accountId of accountsOf({ from, to, ...accounts }))
    if (!(await recountCells(accountId, { from, to, until, taskId: task.id }, deps)).isDone) return false;
  if (replaced.length === 0) return await completeWhenDone(task, { effects: () => [] }, deps);
  const error = `Another recount took its place: of account ${replaced.join(', ')}.`;
  await deps.tasks.move(task.id, 'failed', { error });
  return true;
}

async function recountsOf({ id, parameters }: Task, { recounts }: Deps): Promise<Map<number, Recount>> {
  const { from, to, ...accounts } = parameters as RecountParameters;
  const openRecounts = new Map<number, Recount>();
  for (const accountId of accountsOf({ from, to, ...accounts }))
    openRecounts.set(accountId, await recounts.open(accountId, { from, to, taskId: id }));
  return openRecounts;
}

type Subject = { segment: number; event: Conversion };

async function recountWork(task: Task, deps: Deps): Promise<ShardedWork<Subject>> {
  const recounts = await recountsOf(task, deps);
  return {
    async page(segment, start) {
      const place = { segment, segments: recountSegments };
      const { items, next } = await deps.scan(place, { start, limit: deps.pageItems, kind: 'conversion' });
      const events = items.map((item) => fromWire(item) as unknown as Conversion);
      const recountedEvents = events.filter((event) => recounts.has(event.accountId));
      return { subjects: recountedEvents.map((event) => ({ segment, event })), next };
    },
    async processPage(subjects) {
      const events = subjects.map(({ event }) => event);
      const part = `r${subjects[0]?.segment ?? 0}`;
      return { counts: await recountEvents(events, recounts, part, deps), failures: [] };
    },
    effects: () => [],
  };
}
