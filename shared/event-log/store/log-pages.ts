import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { onceEach, partsOfDay } from '#shared/event-log/rules/day-parts.ts';
import type { LogEntry } from '#shared/event-log/rules/event-log.ts';
import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { DayRegistry } from './day-registry.ts';

export type LogPlace = { day: string; before?: string };
export type LogPage = { entries: LogEntry[]; next: LogPlace | null };

/** Reading all parts of a day counts as one query. */
export const logPageCost = { queries: 40, items: 1000 } as const;
const filteredQueryItems = 250;
/** A page of the log may be empty before the end. `from` is ISO 8601 UTC. */
export const pageOfLog =
  (table: Table, now: () => number, registry: Pick<DayRegistry, 'partsOf'>) =>
  async (
    accountId: AccountId,
    environment: Environment,
    { from, start }: { from: string; start: LogPlace },
    { limit, wanted: isWanted }: { limit: number; wanted?: ((entry: LogEntry) => boolean) | undefined },
  ): Promise<LogPage> => {
    const entries: LogEntry[] = [];
    let { day, before } = { before: undefined, ...start } as { day: string; before: string | undefined };
    const firstDay = dayOf(from);
    const lastOf = async (limit: number) => {
      const pkOf = (part: number | undefined) => keyOf.logEntry(accountId, environment, day, { receivedAt: '', id: '', part }).pk;
      const ask = (parts: readonly (number | undefined)[]) => lastOfParts(table, parts.map(pkOf), { before, limit, most: itemsLeft });
      let asked: Awaited<ReturnType<typeof ask>> | undefined;
      if (!partPlaces) {
        const [parts, ofFirst] = await Promise.all([registry.partsOf(day, { accountId, environment }), ask([undefined])]);
        partPlaces = partsOfDay(parts);
        if (parts === 0) asked = ofFirst;
        else itemsLeft -= ofFirst.read;
      }
      if (partPlaces.length > itemsLeft) return null;
      const { exhausted, ...page } = asked ?? (await ask(partPlaces));
      partPlaces = partPlaces.filter((_, at) => !exhausted.has(at));
      return page;
    };
    const here = (): LogPlace => ({ day, ...(before !== undefined && { before }) });
    let itemsLeft: number = logPageCost.items;
    let partPlaces: (number | undefined)[] | undefined;
    for (let queries = 0; queries < logPageCost.queries && itemsLeft > 0; queries++) {
      const ask = isWanted ? filteredQueryItems : limit - entries.length;
      const page = await lastOf(ask);
      if (!page) break;
      const { items, read: readItems, more } = page;
      itemsLeft -= readItems;
      for (const item of items) {
        if (item.receivedAt < from) return { entries, next: null };
        before = item.sk;
        const isKept = Number(item.ttl) * 1000 > now();
        if (isKept && (isWanted?.(item) ?? true) && entries.push(item) === limit) return { entries, next: here() };
      }
      if (more) continue;
      if (day <= firstDay) return { entries, next: null };
      day = dayOf(new Date(Date.parse(day) - days(1)).toISOString());
      before = undefined;
      partPlaces = undefined;
    }
    return { entries, next: here() };
  };

const minOfPart = 8;

async function lastOfParts(
  table: Table,
  pks: readonly string[],
  { before, limit, most }: { before: string | undefined; limit: number; most: number },
) {
  type Row = Item & LogEntry;
  // Rows are not spread evenly, so more are read. The first part has the rows from before the split.
  const wantedItems = Math.max(minOfPart, Math.ceil((2 * limit) / pks.length));
  const each = Math.max(1, Math.min(wantedItems, Math.floor(most / 2 / pks.length)));
  const ofFirst = Math.min(limit, most - (pks.length - 1) * each);
  const pages = await Promise.all(pks.map((pk, at) => table.last<Row>(pk, { before, limit: at === 0 ? ofFirst : each })));
  // Rows beyond the end of the least read partition may be incomplete.
  const reached = pages
    .filter(({ more }) => more)
    .map(({ items }) => items.at(-1)?.sk ?? '')
    .sort()
    .at(-1);
  const rows = pages.flatMap(({ items }) => items);
  const readRows = reached === undefined ? rows : rows.filter(({ sk }) => sk >= reached);
  const isExhausted = ({ items, more }: (typeof pages)[number]) => !more && items.every(({ sk }) => reached === undefined || sk >= reached);
  return {
    items: onceEach(readRows.sort((a, b) => (a.sk < b.sk ? 1 : -1))),
    read: rows.length,
    more: reached !== undefined,
    exhausted: new Set(pages.flatMap((page, at) => (isExhausted(page) ? [at] : []))),
  };
}
