import { setTimeout as delay } from 'node:timers/promises';
import { reportFunnel } from '#functions/api/reports/report-funnel.ts';
import type { Deps } from '#functions/http/attribution/deps.ts';
import { countActivity } from '#functions/workers/conversion-totals/count-activity.ts';
import { newAccount } from '#shared/accounts/rules/users.ts';
import { signedDynamo } from '#shared/aws/signed-dynamo.ts';
import { activityIn } from '#shared/reports/store/activity.ts';
import { activityNamesIn, maxNames } from '#shared/reports/store/activity-names.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import type { Item } from '#shared/store/item.ts';
import { plain, tableAt } from '#shared/store/table.ts';
import type { Around } from './around.ts';
import { type HostProcess, startHostProcess } from './host-process.ts';
import { table } from './print.ts';
import { type Scene, setScene } from './scene.ts';
import { median } from './statistics.ts';

export type FunnelBudget = { events: number; fewNames: number; rounds: number; calls: number };
export const funnelBudgets = {
  full: { events: 15_000, fewNames: 5, rounds: 15, calls: 20 },
  quick: { events: 2000, fewNames: 5, rounds: 5, calls: 10 },
} as const satisfies Record<string, FunnelBudget>;

export type FunnelRow = {
  label: string;
  names: number;
  listed: number;
  medianMs: number;
  ofFew: number;
  reads: number;
  items: number;
  readBytes: number;
};

const piece = 1000;
const lookEveryMs = 100;
const patienceMs = 60_000;

export async function measureFunnel(budget: FunnelBudget, { signal, onStep }: Around): Promise<FunnelRow[]> {
  const hosts: HostProcess[] = [];
  const scenes: Scene[] = [];
  try {
    const sceneOf = async (names: number) => {
      const host = await startHostProcess(signal);
      hosts.push(host);
      const scene = await setScene(host);
      scenes.push(scene);
      const endpoint = host.facts.engines.dynamodb;
      await fill(scene, { names, events: budget.events, endpoint }, { signal, onStep });
      return { scene, names, endpoint };
    };
    const few = await sceneOf(budget.fewNames);
    const kept = await sceneOf(maxNames);
    const many = await sceneOf(budget.events);
    const sets = [few, kept, many, few];
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
    const labels = ['few names', 'as many as are kept', 'many names', 'few names again (noise)'];
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

async function fill(
  scene: Scene,
  { names, events, endpoint }: { names: number; events: number; endpoint: string },
  { signal, onStep }: Around,
) {
  const table = tableAt('attribution', dynamoAt(endpoint));
  const now = Date.now;
  const deps = { activity: activityIn(table, { now }), activityNames: activityNamesIn(table, { now }) };
  const stored = plain(scene.storedEvent as unknown as Parameters<typeof plain>[0]) as Item;
  for (let written = 0; written < events; written += piece) {
    signal.throwIfAborted();
    onStep(`${written} of ${events} events of ${names} names counted`);
    const changes = Array.from({ length: Math.min(piece, events - written) }, (_, i) => ({
      sequence: String(written + i).padStart(21, '0'),
      before: null,
      after: { ...stored, eventType: `bench_name_${(written + i) % names}`, counts: false },
    }));
    await countActivity({ shardId: 'bench', changes }, deps);
    scene.counted += changes.length;
  }
  const start = performance.now();
  while ((await scene.service.funnel()).events < scene.counted) {
    if (performance.now() - start > patienceMs) throw new Error('The funnel does not catch up.');
    await delay(lookEveryMs, undefined, { signal });
  }
}

const dynamoAt = (endpoint: string) =>
  signedDynamo({
    region: 'us-east-1',
    endpoint,
    credentials: () => ({ accessKeyId: 'local', secretAccessKey: 'local' }),
  });

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

async function readsOf(endpoint: string, userId: number) {
  const dynamo = dynamoAt(endpoint);
  const totals = { reads: 0, items: 0, readBytes: 0 };
  const counting: Dynamo = async (operation, input) => {
    const output = await dynamo(operation, input);
    totals.reads++;
    totals.items += output.Items?.length ?? 0;
    totals.readBytes += JSON.stringify(output).length;
    return output;
  };
  const deps = {
    now: Date.now,
    keys: { conversionTypes: async () => [] },
    activity: activityIn(tableAt('attribution', counting), { now: Date.now }),
  } as unknown as Deps;
  const user = newAccount({ id: userId, email: '', createdAt: '' });
  const actor = { userId, user, signedInAt: 0, viewer: { kind: 'self' as const }, signedIn: user };
  const query = { environment: 'live' as const, time_zone: 'UTC' };
  const request = { query, actor, params: undefined, body: undefined, requestId: 'bench', sourceIp: '' };
  await reportFunnel.handle({ ...request, header: () => undefined }, deps);
  return totals;
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
