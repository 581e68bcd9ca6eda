import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Around } from './around.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';
import { openConnection, requestOf } from './main-job/load.ts';
import { table } from './print.ts';
import { serviceCalls } from './service-calls.ts';
import { median, percentile } from './statistics.ts';

const works = ['single events', 'repeated events', 'batches of 100'] as const;
type Work = (typeof works)[number];
type Cell = { micros: number; perSecond: number };
type PairedRound = Record<Work, { now: Cell; before: Cell }>;

export const pairedBudgets = {
  full: { rounds: 20, events: 3000, warmUps: 3 },
  quick: { rounds: 3, events: 500, warmUps: 1 },
} as const;

const inFlight = 16;
const ofBatch = 100;
const longestBehindMs = 120_000;

/**
 * Both hosts get the same work in each round, by turns. Each event has a click of its own, which a browser made, and the
 * account has no webhook endpoint. CPU is the scheduler's run time of every thread until the report counts the events.
 */
export async function measurePaired(
  { rounds, events, warmUps }: { rounds: number; events: number; warmUps: number },
  before: string,
  { signal, onStep }: Around,
): Promise<PairedRound[]> {
  const atEnd: (() => unknown)[] = [];
  try {
    onStep('starting both hosts');
    const sides: Record<'now' | 'before', Side> = { now: await sideOf(signal), before: await sideOf(signal, before) };
    for (const side of Object.values(sides)) atEnd.push(side.close);
    const measured: PairedRound[] = [];
    for (let number = -warmUps; number < rounds; number++) {
      onStep(number < 0 ? 'warming up' : `round ${number + 1} of ${rounds}`);
      const inTurn = number % 2 === 0 ? (['now', 'before'] as const) : (['before', 'now'] as const);
      const round = Object.fromEntries(works.map((work) => [work, {}])) as PairedRound;
      for (const side of inTurn) await sides[side].prepare(events);
      for (const work of works)
        for (const side of inTurn) {
          signal.throwIfAborted();
          round[work][side] = await sides[side].cell(work);
        }
      if (number >= 0) measured.push(round);
    }
    return measured;
  } finally {
    for (const end of atEnd) await end();
  }
}

type Side = Awaited<ReturnType<typeof sideOf>>;

async function sideOf(signal: AbortSignal, tree?: string) {
  const host = await startHostProcess(signal, tree);
  const calls = serviceCalls(host.facts);
  const port = Number(new URL(host.facts.api).port);
  const { public_key: key, secret_key } = host.facts.demo;
  const post = async (path: string, headers: Record<string, string>, bodies: readonly string[]) => {
    const connections = await Promise.all(Array.from({ length: inFlight }, () => openConnection(port)));
    const left = bodies.entries();
    const answers: string[] = [];
    await Promise.all(
      connections.map(async ({ send }) => {
        for (const [at, body] of left) {
          const { status, body: text } = await send(requestOf(path, headers, body));
          if (status !== 200 && status !== 201) throw new Error(`${path}: ${status} ${text.slice(0, 300)}`);
          answers[at] = text;
        }
      }),
    );
    for (const { close } of connections) close();
    return answers;
  };
  const clicks = async (count: number): Promise<string[]> => {
    const body = (at: number) =>
      JSON.stringify({ key, url: `https://shop.example/shoes?svc_campaign=spring&svc_ad_group=running_shoes&svc_ad_id=ad_${at % 40}` });
    const answers = await post(
      '/api/v1/pixel/sessions',
      ofBrowser,
      Array.from({ length: count }, (_, at) => body(at)),
    );
    return answers.map((answer) => JSON.parse(answer).sid);
  };
  let prepared: object[] = [];
  const bodiesOf: Record<Work, () => string[]> = {
    'single events': () => prepared.slice(0, prepared.length / 2).map((event) => JSON.stringify(event)),
    'repeated events': () => prepared.slice(0, prepared.length / 2).map((event) => JSON.stringify(event)),
    'batches of 100': () => {
      const events = prepared.slice(prepared.length / 2);
      return Array.from({ length: events.length / ofBatch }, (_, at) =>
        JSON.stringify({ events: events.slice(at * ofBatch, (at + 1) * ofBatch) }),
      );
    },
  };
  return {
    async prepare(events: number) {
      const sids = await clicks(2 * events);
      const run = process.hrtime.bigint().toString(36);
      prepared = sids.map((svc_click_id, at) => ({
        event_id: `order_created:${run}-${at}`,
        event_type: 'order_created',
        svc_click_id,
        occurred_at: new Date().toISOString(),
        value: 25.99,
        currency: 'USD',
        properties: { order_number: `${run}-${at}`, item_count: 2 },
      }));
      await quiet(host);
    },
    async cell(work: Work): Promise<Cell> {
      const bodies = bodiesOf[work]();
      const events = prepared.length / 2;
      const { count } = await calls.report();
      const wanted = work === 'repeated events' ? count : count + events;
      const [started, cpu] = [performance.now(), runMicros(host)];
      await post('/api/v1/pixel/server-events', { authorization: `Bearer ${secret_key}` }, bodies);
      const answeredAt = performance.now();
      while ((await calls.report()).count < wanted) {
        if (performance.now() - answeredAt > longestBehindMs) throw new Error('The report does not count every event.');
        await delay(50);
      }
      await quiet(host);
      return { micros: (runMicros(host) - cpu) / events, perSecond: (events / (answeredAt - started)) * 1000 };
    },
    async close() {
      calls.close();
      await host.stop();
    },
  };
}

const ofBrowser = {
  'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  accept: '*/*',
  'accept-language': 'en-US,en;q=0.9',
  origin: 'https://shop.example',
  referer: 'https://shop.example/',
  'sec-ch-ua': '"Chromium";v="142", "Google Chrome";v="142", "Not_A Brand";v="99"',
  'sec-ch-ua-mobile': '?0',
  'sec-ch-ua-platform': '"Windows"',
  'sec-fetch-dest': 'empty',
  'sec-fetch-mode': 'cors',
  'sec-fetch-site': 'cross-site',
};

/** Nanoseconds that the threads have run, of the kernel's scheduler. */
function runMicros({ pid }: HostProcess): number {
  const folder = `/proc/${pid}/task`;
  return readdirSync(folder).reduce(
    (sum, task) => sum + Number(readFileSync(`${folder}/${task}/schedstat`, 'utf8').split(' ')[0]) / 1000,
    0,
  );
}

/** The workers and the garbage collector have ended when the host takes less than 5 % of a core. */
async function quiet(host: HostProcess): Promise<void> {
  const [pauseMs, longestMs] = [200, 10_000];
  for (let waited = 0; waited < longestMs; waited += pauseMs) {
    const before = runMicros(host);
    await delay(pauseMs);
    if (runMicros(host) - before < pauseMs * 50) return;
  }
}

export function printedPaired(rounds: readonly PairedRound[]): string {
  const row = (work: Work) => {
    const ratios = rounds.map((round) => round[work].now.micros / round[work].before.micros);
    const figures = (side: 'now' | 'before') => median(rounds.map((round) => round[work][side].micros)).toFixed(0);
    const speeds = rounds.map((round) => round[work].now.perSecond / round[work].before.perSecond);
    const [low, high] = [percentile(ratios, 0.25), percentile(ratios, 0.75)];
    return [
      work,
      figures('before'),
      figures('now'),
      median(ratios).toFixed(2),
      `${low.toFixed(2)}, ${high.toFixed(2)}`,
      median(speeds).toFixed(2),
    ];
  };
  return [
    `CPU of an event in ${rounds.length} paired rounds, of every thread and with all work after the answer; each event of its own click.`,
    '',
    table(['', 'before µs', 'now µs', 'ratio', 'quartiles', 'rate'], works.map(row)),
    '',
  ].join('\n');
}
