import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Around } from '../around.ts';
import { cpuMicros } from '../cpu-time.ts';
import { plainEnvironment, startHostProcess } from '../host-process.ts';
import { table, whole } from '../print.ts';
import { serviceCalls } from '../service-calls.ts';
import { median, percentile } from '../statistics.ts';
import { openConnection, requestOf } from './load.ts';
import { startPostgres } from './postgres.ts';

export type MainJobBudget = {
  rounds: number;
  cellSeconds: number;
  warmUpSeconds: number;
  /** V8 collects garbage for some seconds after a load, so rounds are apart. */
  pauseSeconds: number;
  idleSeconds: number;
};
export const mainJobBudgets = {
  full: { rounds: 9, cellSeconds: 3, warmUpSeconds: 20, pauseSeconds: 20, idleSeconds: 20 },
  quick: { rounds: 3, cellSeconds: 1, warmUpSeconds: 2, pauseSeconds: 2, idleSeconds: 5 },
} as const satisfies Record<string, MainJobBudget>;

const kinds = {
  'single events': { inFlight: 16, perRequest: 1 },
  'batches of 1,000': { inFlight: 2, perRequest: 1000 },
} as const;
export type Kind = keyof typeof kinds;

export type MainJobCell = {
  eventsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  waitedPercent: number;
  cpuMicros: number;
  kilobytes: number;
  behindMs: number;
};
/** `ours` has no webhook endpoint. */
type Name = 'ours' | 'withEndpoint' | 'withFailingEndpoint' | 'floor' | 'postgres';
/** Only `ours` and `floor` take batches. `postgres` needs PostgreSQL on the machine. */
export type MainJobRound = Record<Kind, Partial<Record<Name, MainJobCell>> & Record<'ours' | 'floor', MainJobCell>>;
export type MainJobReport = {
  startMs: number;
  idlePercent: number;
  peakMegabytes: number;
  rounds: MainJobRound[];
};

type Server = {
  pids(): readonly (number | undefined)[];
  port: number;
  headers: Record<string, string>;
  body(events: number): string;
  check(answer: { status: number; body: string }): void;
  counted?(): Promise<number>;
  /** Prepares the cell, and returns the call that undoes it. */
  begin?(): Promise<() => Promise<void>>;
};

export async function measureMainJob(
  { rounds, cellSeconds, warmUpSeconds, pauseSeconds, idleSeconds }: MainJobBudget,
  { signal, onStep, withPostgres = false }: Around & { withPostgres?: boolean },
): Promise<MainJobReport> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-floor-'));
  const atEnd: (() => unknown)[] = [() => rm(directory, { recursive: true, force: true, maxRetries: 5 })];
  try {
    onStep('starting the host and the floor');
    const host = await startHostProcess(signal);
    atEnd.unshift(() => host.stop());
    const calls = serviceCalls(host.facts);
    atEnd.unshift(() => calls.close());
    const click = await calls.click('spring');
    const floor = await startServer('./floor.ts', [join(directory, 'events')]);
    atEnd.unshift(() => floor.child.kill());
    const bodyOf = newBodies(click);
    const headers = { authorization: `Bearer ${host.facts.demo.secret_key}` };
    const isRight = ({ status, body }: { status: number; body: string }) => {
      const right = status === 200 && body.includes('"matched":true') && body.includes('"duplicate":false');
      if (!right) throw new Error(`A wrong answer: ${status} ${body.slice(0, 300)}`);
    };
    const receiver = await startReceiver();
    atEnd.unshift(() => receiver.close());
    const ours: Server = {
      pids: () => [host.pid],
      port: Number(new URL(host.facts.api).port),
      headers,
      body: bodyOf,
      check: isRight,
      counted: async () => (await calls.report()).count,
    };
    const withEndpoint = (path: string): Server => ({
      ...ours,
      begin: async () => (await calls.createEndpoint(`${receiver.url}/${path}`)).remove,
    });
    const servers: Partial<Record<Name, Server>> = {
      ours,
      withEndpoint: withEndpoint('200'),
      withFailingEndpoint: withEndpoint('500'),
      floor: {
        pids: () => [floor.child.pid],
        port: floor.port,
        headers: {},
        body: bodyOf,
        check({ status }) {
          if (status !== 200) throw new Error(`The floor answers ${status}.`);
        },
      },
    };
    if (withPostgres) {
      const postgres = await startPostgres(join(directory, 'postgres'));
      if (!postgres) onStep('no PostgreSQL on this machine');
      else {
        atEnd.unshift(() => postgres.stop());
        const key = host.facts.demo.secret_key;
        const peer = await startServer('../packaged/fastify-postgres.ts', [postgres.socket, key, click]);
        atEnd.unshift(() => peer.child.kill());
        servers.postgres = {
          pids: () => [peer.child.pid, ...postgres.pids()],
          port: peer.port,
          headers,
          body: bodyOf,
          check: isRight,
        };
      }
    }
    const round = async (number: number, seconds: number) => {
      const measured = {} as MainJobRound;
      for (const kind of Object.keys(kinds) as Kind[]) {
        const cells = {} as MainJobRound[Kind];
        const inTurn: Name[] = ['floor', 'ours', 'withEndpoint', 'withFailingEndpoint', 'postgres'];
        for (const name of number % 2 === 0 ? inTurn : inTurn.toReversed()) {
          signal.throwIfAborted();
          const server = servers[name];
          if (!server || (name !== 'ours' && name !== 'floor' && kind !== 'single events')) continue;
          const undo = await server.begin?.();
          cells[name] = await cellOf(server, kind, seconds);
          await undo?.();
          await delay(500);
        }
        measured[kind] = cells;
      }
      return measured;
    };
    onStep('warming up');
    await round(0, warmUpSeconds);
    const measured: MainJobRound[] = [];
    for (let number = 0; number < rounds; number++) {
      onStep(`round ${number + 1} of ${rounds}`);
      measured.push(await round(number, cellSeconds));
    }
    onStep('the host at rest');
    await delay(pauseSeconds * 1000);
    const before = cpuMicros(host.pid) ?? Number.NaN;
    await delay(idleSeconds * 1000);
    const idlePercent = ((cpuMicros(host.pid) ?? Number.NaN) - before) / idleSeconds / 10_000;
    const status = await readFile(`/proc/${host.pid}/status`, 'utf8').catch(() => '');
    const peakMegabytes = Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? Number.NaN) / 1024;
    return { startMs: host.startMs, idlePercent, peakMegabytes, rounds: measured };
  } finally {
    for (const end of atEnd) await end();
  }
}

/** Answers with the status that the path names. */
async function startReceiver(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.writeHead(Number(request.url?.slice(1))).end());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function startServer(file: string, args: readonly string[]): Promise<{ child: ChildProcess; port: number }> {
  const script = fileURLToPath(new URL(file, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], {
    env: plainEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [port] = await once(child.stdout, 'data');
  return { child, port: Number(port) };
}

function newBodies(click: string): (events: number) => string {
  const run = process.hrtime.bigint().toString(36);
  let number = 0;
  const event = () => ({
    event_id: `order_created:${run}-${number++}`,
    event_type: 'order_created',
    svc_click_id: click,
    occurred_at: new Date().toISOString(),
    value: 25.99,
    currency: 'USD',
    properties: { order_number: String(number), item_count: 2 },
  });
  return (events) => JSON.stringify(events === 1 ? event() : { events: Array.from({ length: events }, event) });
}

async function cellOf({ pids, port, headers, body, check, counted }: Server, kind: Kind, seconds: number): Promise<MainJobCell> {
  const { inFlight, perRequest } = kinds[kind];
  const connections = await Promise.all(Array.from({ length: inFlight }, () => openConnection(port)));
  const latencies: number[] = [];
  const countedBefore = (await counted?.()) ?? 0;
  const [cpu, written] = [cpuOf(pids()), await writtenBytes(pids())];
  const waited = await waitedMs(pids()[0]);
  const start = performance.now();
  await Promise.all(
    connections.map(async ({ send }) => {
      for (let before = start; before - start < seconds * 1000; ) {
        check(await send(requestOf('/api/v1/pixel/server-events', headers, body(perRequest))));
        const after = performance.now();
        latencies.push(after - before);
        before = after;
      }
    }),
  );
  const elapsedMs = performance.now() - start;
  const waitedPercent = (((await waitedMs(pids()[0])) - waited) / elapsedMs) * 100;
  for (const { close } of connections) close();
  const events = latencies.length * perRequest;
  const answeredAt = performance.now();
  // The workers' backlog belongs to the cost of these events.
  while (counted && (await counted()) < countedBefore + events) {
    if (performance.now() - answeredAt > longestBehindMs) throw new Error('The report does not count every event.');
    await delay(50);
  }
  return {
    eventsPerSecond: (events / elapsedMs) * 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    waitedPercent,
    cpuMicros: (cpuOf(pids()) - cpu) / events,
    kilobytes: ((await writtenBytes(pids())) - written) / events / 1024,
    behindMs: counted ? performance.now() - answeredAt : 0,
  };
}

const longestBehindMs = 60_000;

const sum = (figures: readonly number[]) => figures.reduce((total, one) => total + one, 0);
const cpuOf = (pids: ReturnType<Server['pids']>) => sum(pids.map((pid) => cpuMicros(pid) ?? Number.NaN));

async function waitedMs(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/schedstat`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? Number.NaN) / 1e6;
}

async function writtenBytes(pids: ReturnType<Server['pids']>): Promise<number> {
  const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/io`, 'utf8').catch(() => '')));
  return sum(texts.map((text) => Number(/write_bytes: (\d+)/.exec(text)?.[1] ?? Number.NaN)));
}

export function ratiosOf(rounds: readonly MainJobRound[], kind: Kind, name: Name = 'ours'): { ofFloor: number; cpuOfFloor: number } {
  const over = (figure: 'eventsPerSecond' | 'cpuMicros') =>
    median(rounds.map((round) => (round[kind][name]?.[figure] ?? Number.NaN) / round['single events'].floor[figure]));
  return { ofFloor: over('eventsPerSecond'), cpuOfFloor: over('cpuMicros') };
}

export function printedMainJob({ startMs, idlePercent, peakMegabytes, rounds }: MainJobReport): string {
  const row = (label: string, kind: Kind, name: Name) => {
    const middle = (figure: keyof MainJobCell) => median(rounds.map((round) => round[kind][name]?.[figure] ?? Number.NaN));
    const { ofFloor, cpuOfFloor } = ratiosOf(rounds, kind, name);
    return [
      label,
      whole(middle('eventsPerSecond')),
      ofFloor.toFixed(2),
      middle('p50Ms').toFixed(1),
      middle('p99Ms').toFixed(1),
      whole(middle('waitedPercent')),
      whole(middle('cpuMicros')),
      cpuOfFloor.toFixed(1),
      middle('kilobytes').toFixed(1),
      name === 'floor' || name === 'postgres' ? '' : whole(middle('behindMs')),
    ];
  };
  const hasPostgres = rounds[0]?.['single events'].postgres;
  return [
    'New conversions of a known click, each on the disk before its answer, on `npm start` with all its workers; medians of',
    `${rounds.length} interleaved rounds. The floor only writes events down. Ratios are to its single events of the same round.`,
    '',
    table(
      ['', 'events/s', 'of the floor', 'p50 ms', 'p99 ms', '% without a core', 'CPU µs', 'of the floor', 'KB written', 'behind ms'],
      [
        row('single events, 16 in flight', 'single events', 'ours'),
        row('the same, with a webhook endpoint', 'single events', 'withEndpoint'),
        row('the same, with an endpoint that answers 500', 'single events', 'withFailingEndpoint'),
        row('batches of 1,000, 2 in flight', 'batches of 1,000', 'ours'),
        row('the floor: append and fdatasync', 'single events', 'floor'),
        ...(hasPostgres ? [row('Fastify and PostgreSQL, one statement', 'single events', 'postgres')] : []),
      ],
    ),
    '',
    `Ready after ${whole(startMs)} ms. At rest ${idlePercent.toFixed(1)} % of a core. At most ${whole(peakMegabytes)} MB of memory.`,
    '',
  ].join('\n');
}
