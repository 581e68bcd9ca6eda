import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sha256 } from '#shared/values/ids.ts';
import { type HostProcess, startHostOn } from '#test/bench/host-process.ts';
import { httpCalls } from '#test/bench/http-calls.ts';
import { accountsAt, inactiveIds } from './grant-population.ts';

type Report = { status: string; granted: number; skipped: number; failed: number; total_credits: number };
export type KilledGrants = {
  users: number;
  active: number;
  kills: number;
  report: Report;
  wrong: number[];
  seconds: number;
  usersPerSecond: number;
  writesPerUser: number;
  memoryMb: { atAQuarter: number; atTheEnd: number };
};
type Settings = {
  users: number;
  kills: number;
  within: number;
  signal: AbortSignal;
  onStep?(step: string): void;
};

const amount = 5;
const audited = 50;
const key = 'killed';
const taskId = `task_${sha256(`grant_daily_credits ${key}`).slice(0, 32)}`;

export async function killedGrants({ users, kills, within, signal, onStep }: Settings): Promise<KilledGrants> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-grants-'));
  let host: HostProcess | undefined;
  const start = async () => (host = await startHostOn(directory, signal));
  try {
    const first = await start();
    await accountsAt(first.facts.engines.dynamodb).populate(users);
    const active = await accountsAt(first.facts.engines.dynamodb).activeIds();
    onStep?.(`${active.length} active of ${users} users`);

    const started = performance.now();
    let handedOver = false;
    let killed = 0;
    for (; killed < kills; killed++) {
      const { request, progress, close } = calls(host as HostProcess);
      if (!handedOver)
        request().then(
          (status) => (handedOver = status === 202),
          () => {},
        );
      const from = active.length * within * ((killed + 0.5) / kills);
      let seen = await progress();
      for (; seen.granted < from && seen.status === 'running'; seen = await progress()) await delay(10);
      if (seen.status !== 'running') break;
      await delay(Math.random() * 30);
      await host?.kill();
      close();
      onStep?.(`killed at ${seen.granted}`);
      await start();
    }

    const last = host as HostProcess;
    const { request, progress, close } = calls(last);
    if (!handedOver) request().catch(() => {});
    const samples: { granted: number; at: number; mb: number }[] = [];
    let seen = await progress();
    for (; seen.status === 'running'; seen = await progress()) {
      signal.throwIfAborted();
      samples.push({ granted: seen.granted, at: performance.now(), mb: await residentMb(last.pid) });
      await delay(50);
    }
    const end = { granted: seen.granted, at: performance.now(), mb: await residentMb(last.pid) };
    const seconds = (end.at - started) / 1000;
    close();

    const accounts = accountsAt(last.facts.engines.dynamodb);
    const wrong = [...(await accounts.paidOtherwise(active, amount)), ...(await accounts.paidOtherwise(inactiveIds(users), 0))];
    for (const id of active.filter((_, i) => i % Math.ceil(active.length / audited) === 0))
      if (!(await accounts.audit(id)).isEqual) wrong.push(id);
    const begun = samples.find(({ granted }) => granted >= active.length / 4) ?? end;
    const { status, granted, skipped, failed, total_credits } = seen;
    return {
      users,
      active: active.length,
      kills: killed,
      report: { status, granted, skipped, failed, total_credits },
      wrong,
      seconds,
      usersPerSecond: ((end.granted - begun.granted) * 1000) / Math.max(1, end.at - begun.at),
      writesPerUser: 3 + (await accounts.progressWrites(taskId)) / active.length,
      memoryMb: { atAQuarter: begun.mb, atTheEnd: end.mb },
    };
  } finally {
    await host?.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

function calls({ facts }: HostProcess) {
  const { call, close } = httpCalls(facts.api);
  const operator = { 'x-svc-dev-token': facts.operator_token, 'idempotency-key': key };
  return {
    close,
    request: async () => {
      const path = '/api/v1/dev/grant-daily-credits';
      return (await call({ method: 'POST', path, headers: operator })).status;
    },
    async progress(): Promise<Report> {
      const answer = await call({ method: 'GET', path: `/api/v1/dev/tasks/${taskId}`, headers: operator });
      if (answer.status === 404) return { status: 'running', granted: 0, skipped: 0, failed: 0, total_credits: 0 };
      if (answer.status !== 200) throw new Error(`A wrong answer of the task: ${answer.status} ${answer.body}`);
      return JSON.parse(answer.body);
    },
  };
}

async function residentMb(pid: number | undefined): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}
