import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
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

export type MainJobBudget = {
  rounds: number;
  cellSeconds: number;
  warmUpSeconds: number;
  idleSeconds: number;
};
export const mainJobBudgets = {
  /** About two minutes. */
  full: { rounds: 9, cellSeconds: 3, warmUpSeconds: 4, idleSeconds: 20 },
  quick: { rounds: 3, cellSeconds: 1, warmUpSeconds: 2, idleSeconds: 5 },
} as const satisfies Record<string, MainJobBudget>;

const kinds = {
  'single events': { inFlight: 16, perRequest: 1 },
  'batches of 1,000': { inFlight: 2, perRequest: 1000 },
} as const;
export type Kind = keyof typeof kinds;

/** One server's answers to one kind of request, over one round. */
export type MainJobCell = {
  eventsPerSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** Of the server's processes, for each event; `undefined` where Linux does not tell it. */
  cpuMicros: number;
  /** Written to the disk, for each event. */
  kilobytes: number;
};
export type MainJobRound = Record<Kind, { ours: MainJobCell; floor: MainJobCell }>;
export type MainJobReport = { startMs: number; idlePercent: number; rounds: MainJobRound[] };

type Server = {
  pid: number | undefined;
  port: number;
  headers: Record<string, string>;
  /** The body of a request with so many new events. */
  body(events: number): string;
  /** Throws for an answer that is not right. */
  check(answer: { status: number; body: string }): void;
};

/**
 * The main job as a customer's server meets it: new conversions of a known click, each kept on the disk before the answer, on the whole of `npm start`
 * with its workers. Beside it, in turns, the floor: a server that only writes them down (`floor.ts`).
 */
export async function measureMainJob(
  { rounds, cellSeconds, warmUpSeconds, idleSeconds }: MainJobBudget,
  { signal, tell }: Around,
): Promise<MainJobReport> {
  const directory = await mkdtemp(join(tmpdir(), 'adtrail-floor-'));
  const atEnd: (() => unknown)[] = [() => rm(directory, { recursive: true, force: true, maxRetries: 5 })];
  try {
    tell('starting the host and the floor');
    const host = await startHostProcess(signal);
    atEnd.unshift(() => host.stop());
    const calls = serviceCalls(host.facts);
    const click = await calls.click('spring');
    calls.close();
    const floor = await startFloor(join(directory, 'events'));
    atEnd.unshift(() => floor.child.kill());
    const bodyOf = newBodies(click);
    const servers: Record<'ours' | 'floor', Server> = {
      ours: {
        pid: host.pid,
        port: Number(new URL(host.facts.api).port),
        headers: { authorization: `Bearer ${host.facts.demo.secret_key}` },
        body: bodyOf,
        check({ status, body }) {
          const isRight =
            status === 200 && body.includes('"matched":true') && body.includes('"duplicate":false');
          if (!isRight) throw new Error(`A wrong answer of server-events: ${status} ${body.slice(0, 300)}`);
        },
      },
      floor: {
        ...{ pid: floor.child.pid, port: floor.port, headers: {}, body: bodyOf },
        check({ status }) {
          if (status !== 200) throw new Error(`The floor answers ${status}.`);
        },
      },
    };
    const round = async (number: number, seconds: number) => {
      const measured = {} as MainJobRound;
      for (const kind of Object.keys(kinds) as Kind[]) {
        const cells = {} as MainJobRound[Kind];
        for (const name of number % 2 === 0 ? (['floor', 'ours'] as const) : (['ours', 'floor'] as const)) {
          signal.throwIfAborted();
          cells[name] = await cellOf(servers[name], kind, seconds);
          // What is left to the workers is not the next one's.
          await delay(500);
        }
        measured[kind] = cells;
      }
      return measured;
    };
    tell('warming up');
    await round(0, warmUpSeconds);
    const measured: MainJobRound[] = [];
    for (let number = 0; number < rounds; number++) {
      tell(`round ${number + 1} of ${rounds}`);
      measured.push(await round(number, cellSeconds));
    }
    tell('the host at rest');
    await delay(2000);
    const before = cpuMicros(host.pid) ?? Number.NaN;
    await delay(idleSeconds * 1000);
    const idlePercent = ((cpuMicros(host.pid) ?? Number.NaN) - before) / idleSeconds / 10_000;
    return { startMs: host.startMs, idlePercent, rounds: measured };
  } finally {
    for (const end of atEnd) await end();
  }
}

async function startFloor(file: string): Promise<{ child: ChildProcess; port: number }> {
  const script = fileURLToPath(new URL('./floor.ts', import.meta.url));
  const child = spawn(process.execPath, [script, file], {
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
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
  return (events) =>
    JSON.stringify(events === 1 ? event() : { events: Array.from({ length: events }, event) });
}

async function cellOf(
  { pid, port, headers, body, check }: Server,
  kind: Kind,
  seconds: number,
): Promise<MainJobCell> {
  const { inFlight, perRequest } = kinds[kind];
  const connections = await Promise.all(Array.from({ length: inFlight }, () => openConnection(port)));
  const latencies: number[] = [];
  const [cpu, written] = [cpuMicros(pid) ?? Number.NaN, await writtenBytes(pid)];
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
  for (const { close } of connections) close();
  const events = latencies.length * perRequest;
  return {
    eventsPerSecond: (events / elapsedMs) * 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    cpuMicros: ((cpuMicros(pid) ?? Number.NaN) - cpu) / events,
    kilobytes: ((await writtenBytes(pid)) - written) / events / 1024,
  };
}

/** What a process has had written to the disk, as Linux counts it. */
async function writtenBytes(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/io`, 'utf8').catch(() => '');
  return Number(/write_bytes: (\d+)/.exec(text)?.[1] ?? Number.NaN);
}

/** Medians of ratios within a round: events a second over the floor's single events, and CPU over the floor's. */
export function ratiosOf(
  rounds: readonly MainJobRound[],
  kind: Kind,
): { ofFloor: number; cpuOfFloor: number } {
  return {
    ofFloor: median(
      rounds.map((round) => round[kind].ours.eventsPerSecond / round['single events'].floor.eventsPerSecond),
    ),
    cpuOfFloor: median(
      rounds.map((round) => round[kind].ours.cpuMicros / round['single events'].floor.cpuMicros),
    ),
  };
}

export function printedMainJob({ startMs, idlePercent, rounds }: MainJobReport): string {
  const row = (label: string, kind: Kind, of: 'ours' | 'floor') => {
    const middle = (figure: keyof MainJobCell) => median(rounds.map((round) => round[kind][of][figure]));
    const { ofFloor, cpuOfFloor } = ratiosOf(rounds, kind);
    const isOurs = of === 'ours';
    return [
      label,
      whole(middle('eventsPerSecond')),
      isOurs ? ofFloor.toFixed(2) : '',
      middle('p50Ms').toFixed(1),
      middle('p99Ms').toFixed(1),
      whole(middle('cpuMicros')),
      isOurs ? cpuOfFloor.toFixed(1) : '',
      middle('kilobytes').toFixed(1),
    ];
  };
  return [
    'New conversions of a known click, each on the disk before its answer, on `npm start` with all its workers; medians of',
    `${rounds.length} interleaved rounds. The floor only writes them down. Ratios are to the floor's single events of the same round.`,
    '',
    table(
      ['', 'events/s', 'of the floor', 'p50 ms', 'p99 ms', 'CPU µs', 'of the floor', 'KB written'],
      [
        row('single events, 16 in flight', 'single events', 'ours'),
        row('batches of 1,000, 2 in flight', 'batches of 1,000', 'ours'),
        row('floor, single events', 'single events', 'floor'),
        row('floor, batches of 1,000', 'batches of 1,000', 'floor'),
      ],
    ),
    '',
    `Ready after ${whole(startMs)} ms. At rest ${idlePercent.toFixed(1)} % of a core.`,
    '',
  ].join('\n');
}
