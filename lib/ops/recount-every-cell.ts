import { cellDepsOver } from '#shared/cells/cell-deps.ts';
import { recountCells } from '#shared/cells/recount-cells.ts';
import { storedOfDayIn } from '#shared/cells/store/stored-of-day.ts';
import { accountsOfDay, hasLists, listsOfDay } from '#shared/event-log/store/accounts-of-day.ts';
import { streamScaleIn } from '#shared/reports/store/stream-scale.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { daysBetween } from '#shared/values/quarter-hours.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Settings = {
  table: Table;
  accountId: AccountId | undefined;
  from: string;
  to: string;
  retentionDays: number;
  now: () => number;
};

/** The recount marks items and the table's stream counts the marks, so the service must run. */
export async function recountEveryCell(
  { table, accountId, from, to, retentionDays, now }: Settings,
  { signal, onStep }: { signal: AbortSignal; onStep(step: string): void },
): Promise<number> {
  const scale = streamScaleIn(table, { now });
  const deps = {
    ...cellDepsOver(table, { now, scale }),
    storedOfDay: storedOfDayIn(table, { now, retentionDays }),
    now,
    retentionDays,
  };
  const accounts = accountId === undefined ? await loggedAccounts(table, { retentionDays, now }) : [accountId];
  for (const id of accounts) {
    signal.throwIfAborted();
    await recountCells(id, { from, to }, deps);
  }
  onStep(`cells of ${accounts.length} accounts marked; the stream counts them`);
  return accounts.length;
}

async function loggedAccounts(table: Table, { retentionDays, now }: Pick<Settings, 'retentionDays' | 'now'>): Promise<number[]> {
  const dayAt = (at: number) => dayOf(new Date(at).toISOString());
  const accounts = new Set<number>();
  for (const day of daysBetween(dayAt(now() - days(retentionDays)), dayAt(now())))
    for (const list of (await hasLists(table, day)) ? listsOfDay : [undefined])
      for (const id of await accountsOfDay(table, day, list)) accounts.add(id);
  return [...accounts];
}
