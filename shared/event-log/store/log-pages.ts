import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { onceEach, partsOfDay } from '#shared/event-log/rules/day-parts.ts';
import type { LogEntry } from '#shared/event-log/rules/event-log.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { days } from '#shared/values/durations.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { DayRegistry } from './day-registry.ts';

/** Where a page ended: within a day's partition, after its sort key `before`, or at its newest entry without one. */
export type LogPlace = { day: string; before?: string };
export type LogPage = { entries: LogEntry[]; next: LogPlace | null };

/**
 * What one page may cost, however many entries there are: so many queries (a day without entries takes one; the parts
 * of a busy day are asked side by side, as one) and so many items read. A page that has used them up ends there, with
 * what it has found.
 */
export const logPageCost = { queries: 40, items: 1000 } as const;
/** Items a query reads when a filter may drop most of them. */
const filteredQueryItems = 250;
/**
 * A page of an account's log, newest first, from a place back to the instant `from` (ISO 8601 UTC): at most `limit`
 * entries that are `wanted`, and where the next page begins. `next` is null only at the end, so a page may be short, even
 * empty.
 */
export const pageOfLog =
  (table: Table, now: () => number, registry: Pick<DayRegistry, 'partsOf'>) =>
  async (
    accountId: number,
    environment: Environment,
    { from, start }: { from: string; start: LogPlace },
    { limit, wanted }: { limit: number; wanted?: ((entry: LogEntry) => boolean) | undefined },
  ): Promise<LogPage> => {
    const entries: LogEntry[] = [];
    let { day, before } = { before: undefined, ...start } as { day: string; before: string | undefined };
    const firstDay = dayOf(from);
    const lastOf = async (limit: number) => {
      const pkOf = (part: number | undefined) =>
        keyOf.logEntry(accountId, environment, day, { receivedAt: '', id: '', part }).pk;
      const ask = (parts: readonly (number | undefined)[]) =>
        lastOfParts(table, parts.map(pkOf), { before, limit, most: itemsLeft });
      let asked: Awaited<ReturnType<typeof ask>> | undefined;
      if (!open) {
        // Side by side, since few days have parts.
        const [parts, ofFirst] = await Promise.all([
          registry.partsOf(day, { accountId, environment }),
          ask([undefined]),
        ]);
        open = partsOfDay(parts);
        if (parts === 0) asked = ofFirst;
        else itemsLeft -= ofFirst.read;
      }
      // Not even a row of each is left to be read.
      if (open.length > itemsLeft) return null;
      const { exhausted, ...page } = asked ?? (await ask(open));
      open = open.filter((_, at) => !exhausted.has(at));
      return page;
    };
    const here = (): LogPlace => ({ day, ...(before !== undefined && { before }) });
    let itemsLeft: number = logPageCost.items;
    /** Partitions of the day that may have more. */
    let open: (number | undefined)[] | undefined;
    for (let queries = 0; queries < logPageCost.queries && itemsLeft > 0; queries++) {
      const ask = wanted ? filteredQueryItems : limit - entries.length;
      const page = await lastOf(ask);
      if (!page) break;
      const { items, read, more } = page;
      itemsLeft -= read;
      for (const item of items) {
        if (item.receivedAt < from) return { entries, next: null };
        before = item.sk;
        const isKept = Number(item.ttl) * 1000 > now();
        if (isKept && (wanted?.(item) ?? true) && entries.push(item) === limit)
          return { entries, next: here() };
      }
      if (more) continue;
      if (day <= firstDay) return { entries, next: null };
      day = dayOf(new Date(Date.parse(day) - days(1)).toISOString());
      before = undefined;
      open = undefined;
    }
    return { entries, next: here() };
  };

/** The fewest rows that a part is asked for. */
const minOfPart = 8;

/**
 * The last rows of several partitions in one order, about `limit` of them: as far back as each was read, for about
 * `most` rows in all. `exhausted`: the places of partitions that have nothing before these.
 */
async function lastOfParts(
  table: Table,
  pks: readonly string[],
  { before, limit, most }: { before: string | undefined; limit: number; most: number },
) {
  type Row = Item & LogEntry;
  // With some to spare, since chance does not spread rows evenly. What was written before there were parts is in the first.
  const wanted = Math.max(minOfPart, Math.ceil((2 * limit) / pks.length));
  const each = Math.max(1, Math.min(wanted, Math.floor(most / 2 / pks.length)));
  const ofFirst = Math.min(limit, most - (pks.length - 1) * each);
  const pages = await Promise.all(
    pks.map((pk, at) => table.last<Row>(pk, { before, limit: at === 0 ? ofFirst : each })),
  );
  // Of the partition that was read the least far back, what follows is not known.
  const reached = pages
    .filter(({ more }) => more)
    .map(({ items }) => items.at(-1)?.sk ?? '')
    .sort()
    .at(-1);
  const rows = pages.flatMap(({ items }) => items);
  const known = reached === undefined ? rows : rows.filter(({ sk }) => sk >= reached);
  const isExhausted = ({ items, more }: (typeof pages)[number]) =>
    !more && items.every(({ sk }) => reached === undefined || sk >= reached);
  return {
    items: onceEach(known.sort((a, b) => (a.sk < b.sk ? 1 : -1))),
    read: rows.length,
    more: reached !== undefined,
    exhausted: new Set(pages.flatMap((page, at) => (isExhausted(page) ? [at] : []))),
  };
}
