import { log } from '#shared/log.ts';
import type { Effect } from '#shared/messages/effects.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import { StoreUnavailable } from '#shared/store/store-errors.ts';
import { type Counts, maxFailures, sumOf, type Task } from '#shared/tasks/rules/tasks.ts';
import type { DeferredWork, Progress, Tasks } from '#shared/tasks/store/tasks.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

export type PageDone = {
  counts: Counts;
  failures: readonly number[];
  notes?: readonly unknown[];
  deferred?: readonly DeferredWork[];
};

export type ShardedWork<S> = {
  page(shard: number, start: WireMap | undefined): Promise<{ subjects: S[]; next: WireMap | undefined }>;
  /** Repeating a page counts its earlier work as done, so the sums are right. */
  processPage(subjects: readonly S[]): Promise<PageDone>;
  retryDeferred?(deferredWork: readonly DeferredWork[]): Promise<PageDone>;
  effects(totals: PageDone): readonly Effect[];
};

type Deps = { tasks: Tasks; now(): number };

const maxDeferred = 300;
const deferredAtOnce = 100;

/** `until` is in epoch milliseconds. */
export async function runShard<S>(task: Task, shard: number, work: ShardedWork<S>, { tasks, now }: Deps, until: number): Promise<boolean> {
  let progress: Progress = await tasks.shardProgress(task.id, shard);
  while (!progress.isDone) {
    if (now() >= until) return false;
    const after = progress.isPaged ? await afterDeferred(progress, work) : await afterPage(progress, shard, work);
    if (await tasks.advance(task.id, progress, after)) progress = { ...progress, ...after, version: progress.version + 1 };
    else progress = await tasks.shardProgress(task.id, shard);
  }
  return true;
}

type After = Omit<Progress, 'shard' | 'version' | 'at'>;

async function afterPage<S>(progress: Progress, shard: number, work: ShardedWork<S>): Promise<After> {
  const { subjects, next } = await work.page(shard, progress.cursor ?? undefined);
  const pageDone = await work.processPage(subjects);
  const deferredWork = [...(progress.owed ?? []), ...(pageDone.deferred ?? [])];
  // A shard's progress, with its deferred subjects, is one item of the store.
  if (deferredWork.length > maxDeferred) throw new StoreUnavailable(new Error('Too many parts failed to continue.'));
  return {
    ...sumAfter(progress, pageDone),
    cursor: next ?? null,
    ...(deferredWork.length > 0 && { owed: deferredWork, isPaged: next === undefined }),
    isDone: next === undefined && deferredWork.length === 0,
  };
}

/** Throws if no deferred subject succeeded, so that the queue retries. */
async function afterDeferred<S>(progress: Progress, work: ShardedWork<S>): Promise<After> {
  const all = progress.owed ?? [];
  const turn = all.slice(0, deferredAtOnce);
  const pageDone = (await work.retryDeferred?.(turn)) ?? { counts: {}, failures: [] };
  const deferred = pageDone.deferred ?? [];
  if (deferred.length > 0 && deferred.length === turn.length)
    throw new StoreUnavailable(new Error(`${all.length} cases are still deferred.`));
  const deferredWork = [...all.slice(deferredAtOnce), ...deferred];
  return {
    ...sumAfter(progress, pageDone),
    cursor: null,
    owed: deferredWork,
    isPaged: true,
    isDone: deferredWork.length === 0,
  };
}

const sumAfter = (progress: Progress, pageDone: PageDone) => ({
  counts: sumOf([progress.counts, pageDone.counts]),
  failures: [...progress.failures, ...pageDone.failures].slice(0, maxFailures),
  notes: [...(progress.notes ?? []), ...(pageDone.notes ?? [])],
});

export async function runShards<S>(
  task: Task,
  work: ShardedWork<S>,
  deps: Deps,
  { until, atOnce }: { until: number; atOnce: number },
): Promise<number[]> {
  const remaining: number[] = [];
  const shards = Array.from({ length: task.shards }, (_, shard) => shard);
  await forEachConcurrent(shards, atOnce, async (shard) => {
    const isDone = await runShard(task, shard, work, deps, until).catch((error: Error) => {
      log.warn('part put off', { task_id: task.id, shard, error });
      return false;
    });
    if (!isDone) remaining.push(shard);
  });
  if (remaining.length === 0) await completeWhenDone(task, work, deps);
  return remaining.sort((a, b) => a - b);
}

export async function completeWhenDone<S>(task: Task, work: Pick<ShardedWork<S>, 'effects'>, { tasks }: Deps): Promise<boolean> {
  const parts = await tasks.progress(task);
  if (parts.some(({ isDone }) => !isDone)) return false;
  const totals = progressSum(parts);
  await tasks.move(task.id, 'completed', { ...totals, effects: work.effects(totals) });
  return true;
}

export const progressSum = (parts: readonly Progress[]): PageDone => ({
  counts: sumOf(parts.map(({ counts }) => counts)),
  failures: parts.flatMap(({ failures }) => failures).slice(0, maxFailures),
});

export function givenUpSum(parts: readonly Progress[]): PageDone {
  const { counts, failures } = progressSum(parts);
  const userIds = parts.flatMap((part) => part.owed ?? []).map(({ userId }) => userId);
  if (userIds.length === 0) return { counts, failures };
  return {
    counts: sumOf([counts, { failed: userIds.length }]),
    failures: [...failures, ...userIds].slice(0, maxFailures),
  };
}
