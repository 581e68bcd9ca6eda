import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type EmbeddedEngine, startEmbedded } from '#lib/local/engines/start-embedded.ts';
import { createTables } from '#lib/local/resources.ts';
import { keyOf as keyOfAccounts } from '#shared/accounts/items.ts';
import { newAccount } from '#shared/accounts/rules/users.ts';
import { keyOf as keyOfConversions } from '#shared/conversions/items.ts';
import { keyOf as keyOfEventLog } from '#shared/event-log/items.ts';
import { keyOf as keyOfLlm } from '#shared/llm/items.ts';
import type { WireMap } from '#shared/store/attribute-values.ts';
import type { Item } from '#shared/store/item.ts';
import { tableAt } from '#shared/store/table.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { type TableName, tableNames } from '#shared/store/tables.ts';
import { sha256 } from '#shared/values/ids.ts';
import { inOrder } from '#test/backup/in-order.ts';
import { type HostProcess, plainEnvironment, startHostOn } from '#test/bench/host-process.ts';
import { httpCalls } from '#test/bench/http-calls.ts';
import { settled } from '#test/kit/until.ts';

export type RestoredBackup = {
  items: number;
  backupMb: number;
  kills: { backup: number; restore: number };
  backupSeconds: number;
  verifySeconds: number;
  writeSeconds: number;
  wrong: string[];
  isReportEqual: boolean;
  countsOn: boolean;
};
type Settings = { items: number; sales: number; signal: AbortSignal; onStep?(step: string): void };
type Report = { status: string; done: number; shards: number; id: string };

const script = fileURLToPath(new URL('../../bin/restore.ts', import.meta.url));

export async function restoredBackup({ items, sales, signal, onStep = () => {} }: Settings): Promise<RestoredBackup> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-restore-'));
  let host: HostProcess | undefined;
  const wipe = () => rm(join(directory, 'dynamodb'), { recursive: true, force: true, maxRetries: 5 });
  try {
    await withEngine(directory, (engine) => populate(engine, items));
    onStep(`${items} items written`);
    host = await startHostOn(directory, signal);
    await welcomed(host);
    await sell(host, 0, sales);
    const { facts } = host;
    await settled(
      async () => ({ ...JSON.parse(await reportText(facts, 'performance')), as_of: '' }),
      ({ rows }) => rows.length > 0,
    );
    const report = await reportOf(host);

    const started = performance.now();
    const taskId = await orderBackup(host);
    const kills = { backup: 0, restore: 0 };
    for (let seen = await look(host, taskId); seen.status === 'running'; seen = await look(host, taskId)) {
      signal.throwIfAborted();
      if (kills.backup === 0 && seen.done >= seen.shards / 3) {
        await host.kill();
        kills.backup++;
        onStep(`host killed with ${seen.done} of ${seen.shards} parts backed up`);
        host = await startHostOn(directory, signal);
      }
      await delay(20);
    }
    const { status, id } = await look(host, taskId);
    if (status !== 'completed') throw new Error(`The backup is ${status}.`);
    const backupSeconds = (performance.now() - started) / 1000;
    onStep(`${id} after ${backupSeconds.toFixed(1)} s`);
    await host.stop();
    const before = await withEngine(directory, itemsAt);

    await wipe();
    let from = 0;
    const killed = run(directory, signal, (line) => {
      from = Math.max(from, Number(/: (\d+) of/.exec(line)?.[1] ?? 0));
      if (line.includes('attribution') && from >= items * 0.2) killed.child.kill('SIGKILL');
    });
    if ((await killed.ended).signal === 'SIGKILL') kills.restore++;
    onStep(`restore killed at ${from} of the attribution table`);
    await run(directory, signal, onStep).succeeded();
    const wrong = differences(before, await withEngine(directory, itemsAt));

    await wipe();
    const [, verifySeconds, writeSeconds] =
      /Verified in ([\d.]+) s, written and compared in ([\d.]+) s/.exec(await run(directory, signal, onStep).succeeded()) ?? [];
    wrong.push(...differences(before, await withEngine(directory, itemsAt)));

    host = await startHostOn(directory, signal);
    await delay(1500);
    const after = await reportOf(host);
    const countsOn = await sell(host, sales, sales + 100);
    return {
      items: [...before.values()].length,
      backupMb: (await sizeOf(join(directory, 'queues'))) / 1e6,
      kills,
      backupSeconds,
      verifySeconds: Number(verifySeconds),
      writeSeconds: Number(writeSeconds),
      wrong,
      countsOn,
      isReportEqual: report === after && report.includes('"count"'),
    };
  } finally {
    await host?.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

function run(directory: string, signal: AbortSignal, hear: (line: string) => void) {
  const args = [script, '--from', 'latest', '--data', directory];
  const child: ChildProcess = spawn(process.execPath, args, {
    env: plainEnvironment(),
    signal,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [out, error] = ['', ''];
  child.stdout?.on('data', (chunk) => (out += chunk));
  child.stderr?.on('data', (chunk) => {
    error += chunk;
    for (const line of String(chunk).split('\n').filter(Boolean)) hear(line);
  });
  const ended = once(child, 'close').then(([code, by]) => ({ code, signal: by as string | null }));
  return {
    child,
    ended,
    async succeeded(): Promise<string> {
      const { code } = await ended;
      if (code !== 0) throw new Error(`The restore has failed: ${error}`);
      return out;
    },
  };
}

async function withEngine<T>(directory: string, work: (engine: EmbeddedEngine) => Promise<T>): Promise<T> {
  await mkdir(directory, { recursive: true });
  const engine = await startEmbedded(join(directory, 'dynamodb'), { sweepSeconds: 0 });
  try {
    return await work(engine);
  } finally {
    await engine.stop();
  }
}

const derived = /"(TOTALS|ACTIVITY|ACTIVITYNAMES|RECOUNTS|RECOUNTED|LOG|CLICK|EXTUSER|PIXELDAY|USERCLICK|CLICKUSER)#/;

async function itemsAt({ dynamo }: EmbeddedEngine): Promise<Map<string, string>> {
  const items = new Map<string, string>();
  for (const name of tableNames) {
    const scan = tableScan(name, dynamo);
    let start: WireMap | undefined;
    do {
      const page = await scan({ segment: 0, segments: 1 }, { start, limit: 1000 });
      for (const item of page.items) {
        const key = JSON.stringify([name, item.pk, item.sk]);
        if (/"(TASK#|JOB#|BACKUP"|AUDIT")/.test(key)) continue;
        items.set(key, derived.test(key) ? '' : sha256(JSON.stringify(inOrder(item))));
      }
      start = page.next;
    } while (start);
  }
  return items;
}

function differences(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] {
  const keys = new Set([...before.keys(), ...after.keys()]);
  return [...keys].filter((key) => !derived.test(key) && before.get(key) !== after.get(key));
}

async function populate({ call, dynamo }: EmbeddedEngine, count: number): Promise<void> {
  await createTables(call, { streams: false });
  const at = (i: number) => new Date(Date.parse('2026-11-01T00:00:00Z') + i * 1000).toISOString();
  const event = (i: number) => ({
    accountId: 7,
    environment: 'live',
    eventId: `order:${i}`,
    eventType: 'order_created',
    keyId: 'key_1',
    clickId: `s_${i % 5000}`,
    receivedAt: at(i),
    occurredAt: at(i),
    value: `${i % 300}.5`,
    currency: 'USD',
    properties: JSON.stringify({ sku: `sku-${i}`, note: 'größer 大きい'.repeat(i % 20) }),
    counts: true,
  });
  const kinds: readonly [share: number, table: TableName, make: (i: number) => Item][] = [
    [4, 'attribution', (i) => ({ ...keyOfConversions.conversion(7, 'live', `order:${i}`), kind: 'conversion', ...event(i) })],
    [
      3,
      'attribution',
      (i) => ({
        ...keyOfEventLog.logEntry(7, 'live', at(i).slice(0, 10), { receivedAt: at(i), id: `a_${i}` }),
        kind: 'log',
        ...event(i),
      }),
    ],
    [
      1,
      'accounts',
      (i) => ({
        ...keyOfAccounts.user(i + 1e6),
        kind: 'user',
        ...newAccount({ id: i + 1e6, email: `u${i}@company.example`, createdAt: at(i) }),
      }),
    ],
    [
      2,
      'analysis',
      (i) => ({
        ...keyOfLlm.llmCall(at(i).slice(0, 10), at(i), `llm_${i}`),
        kind: 'llm_call',
        purpose: 'test',
        tokens: i,
        createdAt: at(i),
      }),
    ],
  ];
  const shares = kinds.reduce((sum, [share]) => sum + share, 0);
  for (const [share, name, make] of kinds) {
    const table = tableAt(name, dynamo);
    const own = Math.round((count * share) / shares);
    for (let from = 0; from < own; from += 2000)
      await table.putMany(Array.from({ length: Math.min(2000, own - from) }, (_, i) => make(from + i)));
  }
}

/** The keyword plan is made before the backup, because a later plan would differ from it. */
async function welcomed({ facts }: HostProcess): Promise<void> {
  const { call, close } = httpCalls(facts.api);
  const headers = { authorization: `Bearer ${facts.demo.access_token}` };
  // The CSV form is polled, because the JSON form returns 200 even without a plan.
  const path = '/api/v1/dashboard/search-ads-keywords?format=csv';
  const plan = () => call({ method: 'GET', path, headers });
  let { status } = await plan();
  for (let tries = 0; tries < 600 && status !== 200; tries++) {
    await delay(100);
    ({ status } = await plan());
  }
  close();
  if (status !== 200) throw new Error(`The demo account has no keyword plan: ${status}.`);
}

async function sell({ facts }: HostProcess, sold: number, sales: number): Promise<boolean> {
  const { call, close } = httpCalls(facts.api);
  const post = async (path: string, body: object, headers = {}) => {
    const answer = await call({
      method: 'POST',
      path,
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const url = 'https://shop.example/?svc_campaign=spring&svc_ad_group=shoes&svc_ad_id=ad_42';
  const { sid } = await post('/api/v1/pixel/sessions', { key: facts.demo.public_key, url });
  const authorization = `Bearer ${facts.demo.secret_key}`;
  for (let from = sold; from < sales; from += 500) {
    const events = Array.from({ length: Math.min(500, sales - from) }, (_, i) => ({
      id: `sale:${from + i}`,
      type: 'order_created',
      value: 2.5,
      svc_click_id: sid,
    }));
    await post('/api/v1/pixel/server-events', { events }, { authorization });
  }
  const counts = async () => (await reportText(facts)).includes(`"count":${sales}`);
  for (let tries = 0; tries < 300 && !(await counts()); tries++) await delay(50);
  close();
  return await counts();
}

const reportOf = ({ facts }: HostProcess) => reportText(facts);

async function reportText({ api, demo }: HostProcess['facts'], kind = 'conversions'): Promise<string> {
  const { call, close } = httpCalls(api);
  const path = `/api/v1/pixel/reports/${kind}?group_by=campaign`;
  const { body } = await call({
    method: 'GET',
    path,
    headers: { authorization: `Bearer ${demo.access_token}` },
  });
  close();
  return body;
}

async function orderBackup({ facts }: HostProcess): Promise<string> {
  const { call, close } = httpCalls(facts.api);
  const headers = { 'x-svc-dev-token': facts.operator_token };
  const { status, body } = await call({ method: 'POST', path: '/api/v1/dev/backup-database', headers });
  close();
  if (status !== 202) throw new Error(`The backup was not begun: ${status} ${body}`);
  return JSON.parse(body).task_id;
}

async function look({ facts }: HostProcess, taskId: string): Promise<Report> {
  const { call, close } = httpCalls(facts.api);
  const headers = { 'x-svc-dev-token': facts.operator_token };
  const { body } = await call({ method: 'GET', path: `/api/v1/dev/tasks/${taskId}`, headers });
  close();
  const { status, progress, backup_id } = JSON.parse(body);
  return { status, done: progress.done_shards, shards: progress.shards, id: backup_id };
}

async function sizeOf(folder: string): Promise<number> {
  const files = await readdir(folder, { recursive: true });
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(folder, file))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}
