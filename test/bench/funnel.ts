import { setTimeout as delay } from 'node:timers/promises';
import { reportFunnel } from '#functions/api/reports/report-funnel.ts';
import { countActivity } from '#shared/reports/count-activity.ts';
import { activityIn } from '#shared/reports/store/activity.ts';
import { activityNamesIn, maxNames } from '#shared/reports/store/activity-names.ts';
import type { Item } from '#shared/store/item.ts';
import { plain } from '#shared/store/table.ts';
import type { Around } from './around.ts';
import { table } from './print.ts';
import { attributionAt, requestOf, timedInTurns, withScenes } from './report-bench.ts';
import type { Scene } from './scene.ts';

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

export const measureFunnel = (budget: FunnelBudget, around: Around): Promise<FunnelRow[]> =>
  withScenes(around.signal, async (newScene) => {
    const setOf = async (label: string, names: number) => {
      const { scene, endpoint } = await newScene();
      await fill(scene, { names, events: budget.events, endpoint }, around);
      return { label, names, scene, endpoint };
    };
    const few = await setOf('few names', budget.fewNames);
    const kept = await setOf('as many as are kept', maxNames);
    const many = await setOf('many names', budget.events);
    const sets = [few, kept, many, { ...few, label: 'few names again (noise)' }];
    const times = await timedInTurns(sets, read, { ...budget, ...around });
    return await Promise.all(
      sets.map(async ({ label, names, scene, endpoint }, i) => ({
        label,
        names,
        listed: (await scene.service.funnel()).types,
        ...(times[i] as (typeof times)[number]),
        ...(await readsOf(endpoint, scene.accountId)),
      })),
    );
  });

async function fill(
  scene: Scene,
  { names, events, endpoint }: { names: number; events: number; endpoint: string },
  { signal, onStep }: Around,
) {
  const table = attributionAt(endpoint);
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

async function read({ service, counted }: Scene): Promise<void> {
  const { events } = await service.funnel();
  if (events !== counted) throw new Error(`The funnel counts ${events} of ${counted} events.`);
}

async function readsOf(endpoint: string, userId: number) {
  const totals = { reads: 0, items: 0, readBytes: 0 };
  const table = attributionAt(endpoint, (output) => {
    totals.reads++;
    totals.items += output.Items?.length ?? 0;
    totals.readBytes += JSON.stringify(output).length;
  });
  const deps = {
    now: Date.now,
    keys: { conversionTypes: async () => [] },
    activity: activityIn(table, { now: Date.now }),
  } as never;
  const query = { environment: 'live' as const, time_zone: 'UTC' };
  await reportFunnel.handle(requestOf(userId, query), deps);
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
