import { reportConversions } from '#functions/api/reports/report-conversions.ts';
import { totalsIn } from '#shared/reports/store/totals.ts';
import type { Around } from './around.ts';
import { table } from './print.ts';
import { caughtUp, writeCopies } from './propagation.ts';
import { attributionAt, requestOf, timedInTurns, withScenes } from './report-bench.ts';
import type { Scene } from './scene.ts';

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

export const measureReports = (budget: ReportsBudget, around: Around): Promise<ReportsRow[]> =>
  withScenes(around.signal, async (newScene) => {
    const setOf = async (label: string, events: number) => {
      const { scene, endpoint } = await newScene();
      await fill(scene, events, around);
      return { label, scene, endpoint };
    };
    const few = await setOf('few events', budget.few);
    const many = await setOf('many events', budget.many);
    const sets = [few, many, { ...few, label: 'few events again (noise)' }];
    const times = await timedInTurns(sets, read, { ...budget, ...around });
    return await Promise.all(
      sets.map(async ({ label, scene, endpoint }, i) => ({
        label,
        events: scene.counted,
        ...(times[i] as (typeof times)[number]),
        ...(await readsOf(endpoint, scene.accountId)),
      })),
    );
  });

async function fill(scene: Scene, events: number, { signal, onStep }: Around) {
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

async function read({ service, counted, clicks }: Scene): Promise<void> {
  const { rows, count } = await service.report();
  if (count !== counted || rows !== clicks.length) throw new Error(`The report counts ${count} events.`);
}

async function readsOf(endpoint: string, userId: number): Promise<{ reads: number; readBytes: number }> {
  const totals = { reads: 0, readBytes: 0 };
  const table = attributionAt(endpoint, (output) => {
    totals.reads++;
    totals.readBytes += JSON.stringify(output).length;
  });
  const deps = { now: Date.now, keys: {}, totals: totalsIn(table, { now: Date.now }) } as never;
  const query = {
    group_by: ['campaign' as const],
    time_basis: 'occurred' as const,
    interval: 'day' as const,
    environment: 'live' as const,
    time_zone: 'UTC',
  };
  await reportConversions.handle(requestOf(userId, query), deps);
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
