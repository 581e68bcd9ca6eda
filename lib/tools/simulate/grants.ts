import { queues } from '#functions/queues.ts';
import { run as functionCost, units } from '#lib/tools/cost/estimate.ts';
import { dailyCredits } from '#shared/credits/grants/daily-credits.ts';
import type { GrantRun } from '#shared/credits/grants/grant-job.ts';
import type { GrantDeps } from '#shared/credits/grants/needs.ts';
import { processPage } from '#shared/credits/grants/process-page.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { maxRows } from '#shared/credits/store/daily-rows.ts';
import { tableAt } from '#shared/store/table.ts';
import { runShard } from '#shared/tasks/sharded-task.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';
import { modelledTable } from './modelled-dynamo.ts';
import type { ItemWrites } from './partitions.ts';

const tableName = 'accounts';
const pageSize = 100;
const readUnitsOfPage = 1.5;
/** An audit measured the users that a worker grants per second. */
const usersOfWorker = 1000;
/** With 80 partitions, the table reaches its quota before a partition reaches its limit. */
const partitions = 80;

export const tableQuota = 40_000;
export const nightUsers = 1e7;

/** A user's rows move once within this many nights; then the costs repeat. */
const nights = maxRows;

export type Night = {
  granted: number;
  mostWriteUnitsPerUser: number;
  writeUnitsPerUser: number;
  readUnitsPerUser: number;
  hottest: { kind: string; share: number };
  mostWritten: ItemWrites;
  usersPerSecond: number;
  minutes: number;
  dollars: number;
};

/** For `users`, the job's own code runs; costs of `nightUsers` are calculated from its units. */
export async function grantNight({ users = 6400 } = {}): Promise<Night> {
  const model = await modelledTable(tableName, { partitions });
  let at = Date.parse('2026-11-22T18:30:00.000Z');
  const now = () => at;
  const ids = Array.from({ length: users }, (_, i) => 1_000_000_000 + i * 7919);

  async function night(day: string) {
    const { dynamo, used } = model.client();
    const table = tableAt(tableName, dynamo, async () => {});
    const tasks = tasksIn(table, { now });
    const deps = { now, tasks, credits: creditsIn(table, { now }), pause: async () => {} };
    const run: GrantRun = {
      taskId: `daily-${day}`,
      at,
      day,
      creditsAmount: 5,
      tierCredits: { 1: 0, 2: 0, 3: 0 },
      dryRun: false,
    };
    const createdAt = new Date(at).toISOString();
    const task = await tasks.create({
      id: run.taskId,
      job: dailyCredits.name,
      status: 'running',
      parameters: {},
      shards: dailyCredits.shards,
      counts: {},
      failures: [],
      error: null,
      createdAt,
      updatedAt: createdAt,
    });
    for (let shard = 0; shard < task.shards; shard++) {
      const shardIds = ids.filter((_, i) => i % task.shards === shard);
      const work = {
        page: async (_: number, start: { from?: { N?: string } } | undefined) => {
          const from = Number(start?.from?.N ?? 0);
          const next = from + pageSize;
          const rest = next < shardIds.length ? { from: { N: String(next) } } : undefined;
          return { subjects: shardIds.slice(from, next), next: rest };
        },
        processPage: (subjects: readonly number[]) => processPage(dailyCredits, run, subjects, deps as unknown as GrantDeps),
        effects: () => [],
      };
      await runShard(task, shard, work as Parameters<typeof runShard<number>>[2], deps, Infinity);
    }
    const granted = (await tasks.progress(task)).reduce((sum, { counts }) => sum + (counts.granted ?? 0), 0);
    return { granted, used: { ...used }, second: model.partitions.tick() };
  }

  const next = async () => {
    at += 86_400_000;
    return await night(new Date(at).toISOString().slice(0, 10));
  };

  try {
    for (let n = 0; n <= nights; n++) await next();
    const seen: Awaited<ReturnType<typeof next>>[] = [];
    for (let n = 0; n < nights; n++) seen.push(await next());
    const unitsOf = (kind: 'readUnits' | 'writeUnits') => seen.map(({ used }) => used[kind] / users);
    const average = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
    const writeUnitsPerUser = average(unitsOf('writeUnits'));
    const mostWriteUnitsPerUser = Math.max(...unitsOf('writeUnits'));
    const readUnitsPerUser = average(unitsOf('readUnits')) + readUnitsOfPage / pageSize;
    const { granted, second } = seen.at(-1) as (typeof seen)[number];
    const workers = queues.grants.maxConcurrency;
    const usersPerSecond = Math.min(workers * usersOfWorker, tableQuota / mostWriteUnitsPerUser);
    const [kind = '', share = 0] = second.hottest[0] ?? [];
    const hottest = { kind, share: (share * usersPerSecond) / users };
    const { item, writes } = second.mostWritten;
    const mostWritten = { item, writes: (writes / (users / dailyCredits.shards)) * usersOfWorker };
    const dynamo = units({ writeUnits: writeUnitsPerUser, readUnits: readUnitsPerUser });
    const dollars = nightUsers * (dynamo + functionCost(1000) / usersOfWorker);
    const minutes = nightUsers / usersPerSecond / 60;
    return {
      granted,
      writeUnitsPerUser,
      mostWriteUnitsPerUser,
      readUnitsPerUser,
      hottest,
      mostWritten,
      usersPerSecond,
      minutes,
      dollars,
    };
  } finally {
    model.close();
  }
}
