import { run as functionCost, units } from '#lib/cost/estimate.ts';
import { dailyCredits } from '#shared/credits/grants/daily-credits.ts';
import type { GrantDeps } from '#shared/credits/grants/grant-deps.ts';
import type { GrantRun } from '#shared/credits/grants/grant-job.ts';
import { processPage } from '#shared/credits/grants/process-page.ts';
import { creditsIn } from '#shared/credits/store/credits.ts';
import { queues } from '#shared/messages/queues.ts';
import { tableAt } from '#shared/store/table.ts';
import { runShard } from '#shared/tasks/sharded-task.ts';
import { tasksIn } from '#shared/tasks/store/tasks.ts';
import { modelledTable } from './modelled-dynamo.ts';

const tableName = 'accounts';
/** Users that one page of the index lists, and what reading it takes: 100 keys of about 100 bytes. */
const pageSize = 100;
const readUnitsOfPage = 1.5;
/** What a worker grants in a second, as the audit measured. */
const usersOfWorker = 1000;
/** Partitions that take the quota at half of their limit. */
const partitions = 80;

/** What DynamoDB lets a new account's table take, in write units a second. */
export const tableQuota = 40_000;
export const nightUsers = 1e7;

/** A night of daily credits. `hottest`: the busiest key as a share of its partition's limit. */
export type Night = {
  granted: number;
  writeUnitsPerUser: number;
  readUnitsPerUser: number;
  hottest: { kind: string; share: number };
  usersPerSecond: number;
  minutes: number;
  dollars: number;
};

/**
 * c) Daily credits, in the second night of accounts that have a ledger. `users` are run through the job's own code, a
 * second's worth of them at a time; `nightUsers` are arithmetic on their units.
 */
export async function grantNight({ users = 6000 } = {}): Promise<Night> {
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
      const own = ids.filter((_, i) => i % task.shards === shard);
      const work = {
        page: async (_: number, start: { from?: { N?: string } } | undefined) => {
          const from = Number(start?.from?.N ?? 0);
          const next = from + pageSize;
          const rest = next < own.length ? { from: { N: String(next) } } : undefined;
          return { subjects: own.slice(from, next), next: rest };
        },
        processPage: (subjects: readonly number[]) =>
          processPage(dailyCredits, run, subjects, deps as unknown as GrantDeps),
        effects: () => [],
      };
      await runShard(task, shard, work as Parameters<typeof runShard<number>>[2], deps, Infinity);
    }
    const granted = (await tasks.progress(task)).reduce((sum, { counts }) => sum + (counts.granted ?? 0), 0);
    return { granted, used: { ...used }, second: model.partitions.tick() };
  }

  try {
    await night('2026-11-23');
    at += 86_400_000;
    const { granted, used, second } = await night('2026-11-24');
    const writeUnitsPerUser = used.writeUnits / users;
    const readUnitsPerUser = used.readUnits / users + readUnitsOfPage / pageSize;
    const workers = queues.grants.maxConcurrency;
    const usersPerSecond = Math.min(workers * usersOfWorker, tableQuota / writeUnitsPerUser);
    const [kind = '', share = 0] = second.hottest[0] ?? [];
    // One second of the night is as many users as the quota lets through.
    const hottest = { kind, share: (share * usersPerSecond) / users };
    const dynamo = units({ writeUnits: writeUnitsPerUser, readUnits: readUnitsPerUser });
    const dollars = nightUsers * (dynamo + functionCost(1000) / usersOfWorker);
    const minutes = nightUsers / usersPerSecond / 60;
    return { granted, writeUnitsPerUser, readUnitsPerUser, hottest, usersPerSecond, minutes, dollars };
  } finally {
    model.close();
  }
}

/**
 * Arithmetic for decision 0012, which is not built. `activeShare` of the users look on a day, and each is owed `daysOwed`
 * days: a claim and a row a day and one balance, in one transaction. The job reads the index to count everybody.
 */
export function lazyNight({ readUnitsPerUser }: Night, activeShare: number, daysOwed = 1): number {
  const counting = units({ writeUnits: 0, readUnits: readUnitsOfPage / pageSize });
  const granting = units({ writeUnits: 2 * (2 * daysOwed + 1), readUnits: readUnitsPerUser * daysOwed });
  return nightUsers * (counting + activeShare * granting);
}
