import { setTimeout as delay } from 'node:timers/promises';
import { reportFunnel } from '#functions/attribution/report-funnel.ts';
import { signedDynamo } from '#shared/adapters/signed-dynamo.ts';
import { activityIn } from '#shared/data/activity.ts';
import type { Dynamo } from '#shared/data/dynamo.ts';
import { tableAt } from '#shared/data/table.ts';
import type { Deps } from '#shared/deps.ts';
import { newAccount } from '#shared/domain/users.ts';
import type { Around } from './around.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';
import { table } from './print.ts';
import { writeCopies } from './propagation.ts';
import { type Scene, setScene } from './scene.ts';
import { median } from './statistics.ts';

export type FunnelBudget = { events: number; fewNames: number; rounds: number; calls: number };
export const funnelBudgets = {
  /** Some minutes, nearly all of them for counting the events. As many names as events in the one case. */
  full: { events: 15_000, fewNames: 5, rounds: 15, calls: 20 },
  quick: { events: 2000, fewNames: 5, rounds: 5, calls: 10 },
} as const satisfies Record<string, FunnelBudget>;

export type FunnelRow = {
  label: string;
  names: number;
  /** Event types that the report lists. */
  listed: number;
  medianMs: number;
  /** Over the first row's, within a round. */
  ofFew: number;
  /** What the report asks of the store: calls, items and bytes that they answer. */
  reads: number;
  items: number;
  readBytes: number;
};

/** Written and counted piece by piece, so that a stream never holds more than it would. */
const piece = 1000;
const lookEveryMs = 100;
const patienceMs = 300_000;

/** The same report over the same number of events of one day, of few and of many names, each on a host of its own. */
export async function measureFunnel(budget: FunnelBudget, { signal, tell }: Around): Promise<FunnelRow[]> {
  const hosts: HostProcess[] = [];
  const scenes: Scene[] = [];
  try {
    const sceneOf = async (names: number) => {
      const host = await startHostProcess(signal);
      hosts.push(host);
      const scene = await setScene(host);
      scenes.push(scene);
      await fill(scene, { names, events: budget.events }, { signal, tell });
      return { scene, names, endpoint: host.facts.engines.dynamodb };
    };
    const few = await sceneOf(budget.fewNames);
    const many = await sceneOf(budget.events);
    // The few once more: how far that is from 1 is the noise.
    const sets = [few, many, few];
    const times = sets.map((): number[] => []);
    for (let round = -1; round < budget.rounds; round++) {
      if (round >= 0) tell(`round ${round + 1} of ${budget.rounds}`);
      const order = [...sets.entries()];
      for (const [i, { scene }] of round % 2 === 0 ? order : order.toReversed()) {
        signal.throwIfAborted();
        const ms = await timeOf(scene, budget.calls);
        if (round >= 0) times[i]?.push(ms);
      }
    }
    const labels = ['few names', 'many names', 'few names again (noise)'];
    return await Promise.all(
      sets.map(async ({ scene, names, endpoint }, i) => ({
        label: labels[i] ?? '',
        names,
        listed: (await scene.service.funnel()).types,
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

/** Events through the stream and its worker, none of a type that counts. */
async function fill(scene: Scene, { names, events }: { names: number; events: number }, around: Around) {
  const { signal, tell } = around;
  const before = scene.counted;
  for (let written = 0; written < events; written += piece) {
    signal.throwIfAborted();
    tell(`${written} of ${events} events of ${names} names counted`);
    await writeCopies(scene, Math.min(piece, events - written), (i) => ({
      eventType: { S: `bench_name_${(written + i) % names}` },
      counts: { BOOL: false },
    }));
    const start = performance.now();
    while ((await scene.service.funnel()).events < scene.counted) {
      if (performance.now() - start > patienceMs) throw new Error('The funnel does not catch up.');
      await delay(lookEveryMs, undefined, { signal });
    }
  }
  if (scene.counted !== before + events) throw new Error('Not all events were written.');
}

async function timeOf({ service, counted }: Scene, calls: number): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const start = performance.now();
    const { events } = await service.funnel();
    times.push(performance.now() - start);
    if (events !== counted) throw new Error(`The funnel counts ${events} of ${counted} events.`);
  }
  return median(times);
}

/** The endpoint's own code on the host's engine, its calls counted. */
async function readsOf(endpoint: string, userId: number) {
  const credentials = () => ({ accessKeyId: 'local', secretAccessKey: 'local' });
  const dynamo = signedDynamo({ region: 'us-east-1', endpoint, credentials });
  const found = { reads: 0, items: 0, readBytes: 0 };
  const counting: Dynamo = async (operation, input) => {
    const output = await dynamo(operation, input);
    found.reads++;
    found.items += output.Items?.length ?? 0;
    found.readBytes += JSON.stringify(output).length;
    return output;
  };
  const deps = {
    now: Date.now,
    keys: { conversionTypes: async () => [] },
    activity: activityIn(tableAt('attribution', counting), { now: Date.now }),
  } as unknown as Deps;
  const user = newAccount({ id: userId, email: '', createdAt: '' });
  const actor = { userId, user, signedInAt: 0 };
  const query = { environment: 'live' as const, time_zone: 'UTC' };
  const request = { query, actor, params: undefined, body: undefined, requestId: 'bench', sourceIp: '' };
  await reportFunnel.handle({ ...request, header: () => undefined }, deps);
  return found;
}

export const printedFunnel = (rows: readonly FunnelRow[]): string =>
  [
    'The funnel report over 31 days, over HTTP; events of one day. Ratios taken within a round.',
    '',
    table(
      ['', 'names sent', 'listed', 'median ms', 'of few', 'reads', 'items', 'bytes read'],
      rows.map(({ label, names, listed, medianMs, ofFew, reads, items, readBytes }) => [
        label,
        String(names),
        String(listed),
        medianMs.toFixed(2),
        ofFew.toFixed(2),
        String(reads),
        String(items),
        String(readBytes),
      ]),
    ),
    '',
  ].join('\n');
