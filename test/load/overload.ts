import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Around } from '#test/bench/around.ts';
import { startHostProcess } from '#test/bench/host-process.ts';
import { httpCalls } from '#test/bench/http-calls.ts';

type Sizes = { seconds: number; connections: number };
type Tally = { accepted: number; refused: number; late: number; broken: number; other: number };
export type Overload = {
  /** The peak is in accepted events a second, with 32 callers. */
  peak: number;
  offered: number;
  goodput: number;
  atFiveTimes: Tally;
  connections: number;
  manyCallers: Tally & { goodput: number };
  acceptedMs: readonly [number, number];
  refusedMs: readonly [number, number];
  lost: number;
};

const patienceMs = 10_000;
const callers = 32;

export async function overload({ seconds, connections }: Sizes, { signal, onStep }: Around): Promise<Overload> {
  const host = await startHostProcess(signal);
  const calls = httpCalls(host.facts.api);
  try {
    const key = { authorization: `Bearer ${host.facts.demo.secret_key}` };
    const landing = await calls.call({
      method: 'POST',
      path: '/api/v1/pixel/sessions',
      body: JSON.stringify({
        key: host.facts.demo.public_key,
        url: 'https://shop.example/?svc_campaign=overload',
      }),
    });
    const { sid } = JSON.parse(landing.body) as { sid: string };
    const times = { accepted: [] as number[], refused: [] as number[] };
    let accepted = 0;
    const send = async (tally: Tally): Promise<number> => {
      const started = performance.now();
      const body = JSON.stringify({
        event_type: 'order_created',
        event_id: randomUUID(),
        svc_click_id: sid,
        value: 1,
      });
      const answer = await calls.call({ method: 'POST', path: '/api/v1/pixel/server-events', headers: key, body }).catch(() => null);
      const ms = performance.now() - started;
      if (!answer) tally.broken++;
      else if (answer.status === 200) {
        accepted++;
        times.accepted.push(ms);
        if (ms > patienceMs) tally.late++;
        else tally.accepted++;
      } else if (answer.status === 503) {
        times.refused.push(ms);
        tally.refused++;
      } else tally.other++;
      return answer?.status ?? 0;
    };
    const nothing = (): Tally => ({ accepted: 0, refused: 0, late: 0, broken: 0, other: 0 });
    const closed = async (count: number, forSeconds: number) => {
      const tally = nothing();
      const until = performance.now() + forSeconds * 1000;
      const one = async () => {
        while (performance.now() < until && !signal.aborted) if ((await send(tally)) !== 200) await delay(1000 + Math.random() * 3000);
      };
      await Promise.all(Array.from({ length: count }, one));
      return tally;
    };
    await closed(callers, 3);
    const peaks: number[] = [];
    for (let rounds = 0; rounds < 2; rounds++) peaks.push((await closed(callers, seconds)).accepted / seconds);
    const peak = Math.max(...peaks);
    onStep(`peak: ${peak.toFixed(0)} accepted a second`);

    Object.assign(times, { accepted: [], refused: [] });
    const offered = 5 * peak;
    const atFiveTimes = nothing();
    const sending: Promise<unknown>[] = [];
    const started = performance.now();
    for (let sent = 0; performance.now() - started < seconds * 1000 && !signal.aborted; ) {
      const due = ((performance.now() - started) / 1000) * offered;
      for (; sent < due; sent++) sending.push(send(atFiveTimes));
      await delay(5);
    }
    const goodput = atFiveTimes.accepted / ((performance.now() - started) / 1000);
    await Promise.all(sending);
    onStep(`five times that: ${goodput.toFixed(0)} accepted a second`);
    const percentiles = (all: number[]) => {
      const sorted = all.sort((a, b) => a - b);
      const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0;
      return [at(0.5), at(0.99)] as const;
    };
    const [acceptedMs, refusedMs] = [percentiles(times.accepted), percentiles(times.refused)];

    const many = await closed(connections, seconds);
    onStep(`${connections} callers: ${(many.accepted / seconds).toFixed(0)} accepted a second`);
    const lost = await lostOf();
    return {
      peak,
      offered,
      goodput,
      atFiveTimes,
      acceptedMs,
      refusedMs,
      connections,
      lost,
      manyCallers: { ...many, goodput: many.accepted / seconds },
    };

    async function lostOf(): Promise<number> {
      const bearer = { authorization: `Bearer ${host.facts.demo.access_token}` };
      const counted = async () => {
        const path = '/api/v1/pixel/reports/conversions?group_by=campaign';
        const { rows } = JSON.parse((await calls.call({ method: 'GET', path, headers: bearer })).body) as {
          rows: { campaign: string; count: number }[];
        };
        return rows.find(({ campaign }) => campaign === 'overload')?.count ?? 0;
      };
      // Events without a response may also be counted.
      for (let tries = 0; tries < 120 && (await counted()) < accepted; tries++) await delay(500);
      return Math.max(0, accepted - (await counted()));
    }
  } finally {
    calls.close();
    await host.stop();
  }
}

const sizes = { quick: { seconds: 5, connections: 500 }, full: { seconds: 15, connections: 2000 } };

export async function benchOverload(size: keyof typeof sizes, around: Around): Promise<Overload> {
  const run = await overload(sizes[size], around);
  if (run.lost > 0) throw new Error(`${run.lost} accepted events are not counted.`);
  return run;
}

const said = ({ accepted, refused, late, broken, other }: Tally) =>
  `${accepted} accepted, ${refused} refused with Retry-After, ${late} later than 10 s, ${broken} without an answer, ${other} others`;
const ms = ([median, most]: readonly [number, number]) => `p50 ${median.toFixed(0)} ms, p99 ${most.toFixed(0)} ms`;

export const printedOverload = ({ peak, offered, goodput, ...run }: Overload) =>
  [
    `Peak: ${peak.toFixed(0)} accepted events a second (${callers} callers).`,
    `Five times that offered (${offered.toFixed(0)}/s): ${goodput.toFixed(0)} accepted a second, ` +
      `${((100 * goodput) / peak).toFixed(0)} % of the peak. ${said(run.atFiveTimes)}.`,
    `Accepted: ${ms(run.acceptedMs)}. Refused: ${ms(run.refusedMs)}.`,
    `${run.connections} callers that wait as asked: ${run.manyCallers.goodput.toFixed(0)} accepted a second. ${said(run.manyCallers)}.`,
    'Every accepted event is in the report.',
    '',
  ].join('\n');
