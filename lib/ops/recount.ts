import type * as z from 'zod';
import { withRetry } from '#lib/ops/restore/with-retry.ts';
import { depsOver } from '#shared/aws/deps-of.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { envFrom } from '#shared/env.ts';
import type { ErasureMessage as Schema } from '#shared/event-log/rules/erasure-message.ts';
import { erasuresIn } from '#shared/event-log/store/erasures.ts';
import { recountEvents } from '#shared/reports/recount-events.ts';
import { recountNeeds } from '#shared/reports/recount-needs.ts';
import type { Recount } from '#shared/reports/rules/recounts.ts';
import { recountsIn } from '#shared/reports/store/recounts.ts';
import { fromWire } from '#shared/store/attribute-values.ts';
import type { Dynamo } from '#shared/store/dynamo.ts';
import { tableAt } from '#shared/store/table.ts';
import { tableScan } from '#shared/store/table-scan.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { paceOf, reportedEvery } from '#shared/values/pace.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { recountEveryCell } from './recount-every-cell.ts';

type ErasureMessage = z.infer<typeof Schema>;

type Settings = {
  dynamo: Dynamo;
  tableName: string;
  accountId?: AccountId | undefined;
  from: string;
  to: string;
  withCells?: boolean;
  now?: () => number;
};

const segments = 4;
const pageItems = 500;
const eventsAtATime = 1000;

export const everyDay = { from: '0001-01-01', to: '9999-12-31' };

/** The recount runs during normal operation. After a kill, the same command continues. */
export async function recount(
  { dynamo: once, tableName, accountId, from, to, withCells = false, now = Date.now }: Settings,
  { signal, onStep }: { signal: AbortSignal; onStep(step: string): void },
): Promise<{ accounts: number; events: number }> {
  const dynamo = withRetry(once);
  const table = tableAt(tableName, dynamo);
  const recounts = recountsIn(table, { now });
  const env = envFrom(process.env);
  const queues = { send: (_: object, message: object) => eraseNow(message as ErasureMessage) };
  const deps = depsOver({ attribution: () => table, env, now }, { ...recountNeeds, queues: () => queues });
  const erasures = erasuresIn(table, { now });
  async function eraseNow({ account_id, selector, until = '', late }: ErasureMessage): Promise<void> {
    const extent = { maxEvents: eventsAtATime, until, isLate: late };
    while (!(await erasures.erase(account_id, selector, extent)).isDone) signal.throwIfAborted();
  }

  const scan = tableScan(tableName, dynamo);
  const everyEvent = (work: (events: readonly Conversion[], segment: number) => Promise<void>) =>
    forEachConcurrent([...Array(segments).keys()], segments, async (segment) => {
      let start: Awaited<ReturnType<typeof scan>>['next'];
      do {
        signal.throwIfAborted();
        const page = await scan({ segment, segments }, { start, limit: pageItems, kind: 'conversion' });
        await work(
          page.items.map((item) => fromWire(item) as unknown as Conversion),
          segment,
        );
        start = page.next;
      } while (start);
    });

  const accounts = new Set(accountId === undefined ? [] : [accountId]);
  let total = 0;
  const reportFound = reportedEvery(10_000, paceOf(null), (pace) => onStep(`events found: ${pace}`));
  if (accountId === undefined)
    await everyEvent(async (events) => {
      for (const event of events) accounts.add(event.accountId);
      total += events.length;
      reportFound(events.length);
    });
  const openRecounts = new Map<number, Recount>();
  for (const id of accounts) {
    signal.throwIfAborted();
    openRecounts.set(id, await recounts.open(id, { from, to }));
  }
  onStep(`${accounts.size} accounts`);

  let counted = 0;
  const isEveryDay = from === everyDay.from && to === everyDay.to;
  const pace = paceOf(accountId === undefined && isEveryDay ? total : null);
  const reported = reportedEvery(5000, pace, (text) => onStep(`events: ${text}`));
  await everyEvent(async (events, segment) => {
    const { events: eventCount } = await recountEvents(events, openRecounts, `r${segment}`, deps);
    counted += eventCount;
    reported(eventCount);
  });
  for (const [id, { generation }] of openRecounts)
    if (!(await recounts.close(id, generation))) throw new Error(`Another recount of account ${id} took the place of this one.`);
  for (const [id, recount] of openRecounts) await recounts.removeOlder(id, recount);
  if (withCells)
    await recountEveryCell({ table, accountId, from, to, retentionDays: env.PIXEL_EVENTS_RETENTION_DAYS, now }, { signal, onStep });
  return { accounts: accounts.size, events: counted };
}
