import { reportConversions } from '#functions/api/reports/report-conversions.ts';
import type { Deps } from '#functions/http/attribution/deps.ts';
import { newAccount } from '#shared/accounts/rules/users.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { totalsIn } from '#shared/reports/store/totals.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import type { Around } from './around.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';
import { table } from './print.ts';
import { caughtUp, writeCopies } from './propagation.ts';
import { type Scene, setScene } from './scene.ts';
import { median } from './statistics.ts';

export type ReportsBudget = { few: number; many: number; rounds: number; calls: number };
export const reportsBudgets = {
  full: { few: 2000, many: 200_000, rounds: 15, calls: 20 },
  quick: { few: 2000, many: 10_000, rounds: 5, calls: 10 },
} as const satisfies Record<string, ReportsBudget>;

export type ReportsRow = {
  label: string;
  events: number;
  medianMs: number;
  ofFew: number;
  reads: number;
  readBytes: number;
};

const days = 30;
const dayMs = 86_400_000;
const piece = 5000;

export async function measureReports(
  budget: ReportsBudget,
  { signal, onStep }: Around,
): Promise<ReportsRow[]> {
  const hosts: HostProcess[] = [];
  const scenes: Scene[] = [];
  try {
    const sceneOf = async (events: number) => {
      const host = await startHostProcess(signal);
      hosts.push(host);
      const scene = await setScene(host);
      scenes.push(scene);
      await fill(scene, events, signal, onStep);
      return { scene, endpoint: host.facts.engines.dynamodb };
    };
    const few = await sceneOf(budget.few);
    const many = await sceneOf(budget.many);
    const sets = [few, many, few];
    const times = sets.map((): number[] => []);
    for (let round = -1; round < budget.rounds; round++) {
      if (round >= 0) onStep(`round ${round + 1} of ${budget.rounds}`);
      const order = [...sets.entries()];
      for (const [i, { scene }] of round % 2 === 0 ? order : order.toReversed()) {
        signal.throwIfAborted();
        const ms = await timeOf(scene, budget.calls);
        if (round >= 0) times[i]?.push(ms);
      }
    }
    const labels = ['few events', 'many events', 'few events again (noise)'];
    return await Promise.all(
      sets.map(async ({ scene, endpoint }, i) => ({
        label: labels[i] ?? '',
        events: scene.counted,
        medianMs: median(times[i] ?? []),
        ofFew: median((times[i] ?? []).map((ms, round) => ms / (times[0]?.[round] ?? Number.NaN))),
        ...(await readsOf(endpoint, scene.accountId)),
      })),
    );
  } finally {
    for (const scene of scenes) scene.close();
    for (const host of hosts) await host.stop();
  }
}

async function fill(scene: Scene, events: number, signal: AbortSignal, onStep: Around['onStep']) {
  const { click } = scene.storedEvent as { click: { M: object } };
  const today = Date.now();
  for (let written = scene.counted; written < events; written = scene.counted) {
    signal.throwIfAborted();
    onStep(`${written} of ${events} events counted`);
    await writeCopies(scene, Math.min(piece, events - written), (i) => {
      const place = (written + i) / events;
      const occurredAt = new Date(today - Math.floor(place * days) * dayMs).toISOString();
      const campaign = { S: `campaign_${(written + i) % scene.clicks.length}` };
      return { occurredAt: { S: occurredAt }, click: { M: { ...click.M, campaign } } };
    });
    await caughtUp(scene);
  }
}

async function timeOf({ service, counted, clicks }: Scene, calls: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    const { rows, count } = await service.report();
    times.push(performance.now() - start);
    if (count !== counted || rows !== clicks.length) throw new Error(`The report counts ${count} events.`);
  }
  return median(times);
}

async function readsOf(endpoint: string, userId: number): Promise<{ reads: number; readBytes: number }> {
  const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
  const dynamo = signedDynamo({ region: 'us-east-1', endpoint, credentials });
  const totals = { reads: 0, readBytes: 0 };
  const counting: Dynamo = async (operation, input) => {
    const output = await dynamo(operation, input);
    totals.reads++;
    totals.readBytes += JSON.stringify(output).length;
    return output;
  };
  const deps = {
    now: Date.now,
    keys: {},
    totals: totalsIn(tableAt('attribution', counting), { now: Date.now }),
  } as unknown as Deps;
  const query = {
    group_by: ['campaign' as const],
    time_basis: 'occurred' as const,
    interval: 'day' as const,
    environment: 'live' as const,
    time_zone: 'UTC',
  };
  const user = newAccount({ id: userId, email: '', createdAt: '' });
  const actor = { userId, user, signedInAt: 0, viewer: { kind: 'self' as const }, signedIn: user };
  const request = { query, actor, params: undefined, body: undefined, requestId: 'bench', sourceIp: '' };
  await reportConversions.handle({ ...request, header: () => undefined }, deps);
  return totals;
}

export const printedReports = (rows: readonly ReportsRow[]): string =>
  [
    `The conversions report over ${days} days, by campaign, over HTTP; ratios taken within a round.`,
    '',
    table(
      ['', 'events', 'median ms', 'of few', 'reads', 'bytes read'],
      rows.map(({ label, events, medianMs, ofFew, reads, readBytes }) => [
        label,
        String(events),
        medianMs.toFixed(2),
        ofFew.toFixed(2),
        String(reads),
        String(readBytes),
      ]),
    ),
    '',
  ].join('\n');
