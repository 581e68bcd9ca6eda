import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import { isWaiting, isWaitingForUser } from '#shared/conversions/rules/late-match.ts';
import { keyOf } from '#shared/event-log/items.ts';
import { onceEach, partOf } from '#shared/event-log/rules/day-parts.ts';
import { conflictEntryOf, type LogEntry, logEntryOf, logIdOf, placeOf } from '#shared/event-log/rules/event-log.ts';
import { replayableDays } from '#shared/event-log/rules/limits.ts';
import { mergedTallies, type Tally } from '#shared/event-log/rules/tally.ts';
import type { Item } from '#shared/store/item.ts';
import { putEach, unlessRefused } from '#shared/store/put-each.ts';
import { StoreUnavailable, tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { randomText, sha256 } from '#shared/values/ids.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { busyParts, dayRegistryIn } from './day-registry.ts';
import { pageOfLog } from './log-pages.ts';

export type EventLog = ReturnType<typeof eventLogIn>;
/** A rejected event's content is JSON text without personal data. */
export type NotedEntry = { entry: Omit<LogEntry, 'id' | 'replayableUntil'>; payload?: string };

const tallyDays = 7;
const writesAtOnce = 16;
const itemsOfCall = 25;
const callsAtOnce = 8;

/** A day has a partition, and parts once it is busy. Expired entries are hidden. */
export function eventLogIn(table: Table, { now, retentionDays }: { now: () => number; retentionDays: number }) {
  const days = dayRegistryIn(table, { now });
  const until = (receivedAt: string, forDays: number) => Date.parse(receivedAt) + hours(24 * forDays);
  const itemOf = (entry: LogEntry, parts: number): Item & LogEntry => ({
    ...keyOfEntry(entry, parts),
    kind: 'log',
    ttl: Math.ceil(until(entry.receivedAt, retentionDays) / 1000),
    ...entry,
  });
  async function noteDays(
    rows: readonly Row[],
    failed = (error: Error, _: readonly Row[]): void => {
      throw error;
    },
  ): Promise<(row: Row) => number> {
    const parts = new Map<string, number>();
    const byDay = Map.groupBy(rows, dayNameOf);
    await forEachConcurrent([...byDay], writesAtOnce, async ([name, same]) => {
      const [{ receivedAt, ...owner }] = same as [Row];
      try {
        parts.set(name, await days.note(dayOf(receivedAt), owner, same.length));
      } catch (error) {
        failed(error as Error, same);
      }
    });
    return (row) => parts.get(dayNameOf(row)) ?? 0;
  }

  /** An older state of a waiting event must not replace its match. */
  async function write(entries: readonly LogEntry[], isWaitingItem: IsWaitingItem): Promise<LogEntry[]> {
    const rejected = await writeOnce(entries, isWaitingItem);
    if (rejected.length === 0) return rejected;
    const full = new Map(rejected.map((entry) => [dayNameOf(entry), entry]));
    await forEachConcurrent([...full.values()], writesAtOnce, async (entry) => {
      await days.spread(dayOf(entry.receivedAt), entry).catch(nullWhenUnavailable);
    });
    return await writeOnce(rejected, isWaitingItem);
  }

  async function writeOnce(entries: readonly LogEntry[], isWaitingItem: IsWaitingItem): Promise<LogEntry[]> {
    const rejected = new Set<LogEntry>();
    const partsOf = await noteDays(entries, (error, unnoted) => {
      nullWhenUnavailable(error);
      for (const entry of unnoted) rejected.add(entry as LogEntry);
    });
    const byItem = new Map(entries.filter((entry) => !rejected.has(entry)).map((entry) => [itemOf(entry, partsOf(entry)), entry]));
    const items = [...byItem.keys()];
    const leave = (some: readonly (Item & LogEntry)[]) => {
      for (const item of some) rejected.add(byItem.get(item) as LogEntry);
    };
    // Parallel calls may overtake each other, so only an entry's last state is written.
    const last = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
    // In the embedded engine's file, neighbouring keys share pages, so items are written in key order.
    const itemsToWrite = [...last].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, item]) => (isWaitingItem(item) ? [] : [item]));
    const calls = Array.from({ length: Math.ceil(itemsToWrite.length / itemsOfCall) }, (_, i) =>
      itemsToWrite.slice(i * itemsOfCall, (i + 1) * itemsOfCall),
    );
    await forEachConcurrent(calls, callsAtOnce, async (some) => {
      const written = table.putMany(some, 2).then(() => 0);
      if ((await written.catch(nullWhenUnavailable)) === null) leave(some);
    });
    await forEachConcurrent(items.filter(isWaitingItem), writesAtOnce, async (item) => {
      const written = table.put(item, isNotMatchedLate).then(() => 0, unlessRefused);
      if ((await written.catch(nullWhenUnavailable)) === null) leave([item]);
    });
    return [...rejected];
  }

  const itemsOf = ({ entry, payload }: NotedEntry, parts: number): Item[] => {
    const keptUntil = until(entry.receivedAt, Math.min(replayableDays, retentionDays));
    const namedEntry: LogEntry = {
      ...entry,
      id: `${entry.outcome === 'duplicate' ? 'd' : 'r'}_${randomText(22)}`,
      ...(payload !== undefined && { replayableUntil: new Date(keptUntil).toISOString() }),
    };
    const payloadItem = {
      ...payloadKey(namedEntry, parts),
      kind: 'log_payload',
      ttl: Math.ceil(keptUntil / 1000),
      payload,
    };
    return payload === undefined ? [itemOf(namedEntry, parts)] : [itemOf(namedEntry, parts), payloadItem];
  };
  const tallyItemOf = (tally: Tally, parts: number): Item => {
    const id = randomText(16);
    const place = { at: tally.at, id, part: partOf(id, parts) };
    return {
      ...keyOf.tally(tally.accountId, tally.environment, dayOf(tally.at), place),
      kind: 'tally',
      ttl: Math.ceil(until(tally.at, tallyDays) / 1000),
      ...tally,
    };
  };
  async function findEntry(place: Place): Promise<LogEntry | null> {
    for (const parts of [0, busyParts]) {
      const entry = await table.get<Item & LogEntry>(keyOfEntry(place, parts), { consistent: true });
      if (entry) return Number(entry.ttl) * 1000 > now() ? entry : null;
    }
    return null;
  }
  const notes = grouped(async (notedCalls: readonly { entries: readonly NotedEntry[]; tally: Tally }[]) => {
    const rows = [
      ...notedCalls.flatMap(({ entries }) =>
        entries.map((notedEntry) => ({ row: notedEntry.entry, items: itemsOf.bind(null, notedEntry) })),
      ),
      ...mergedTallies(notedCalls.map(({ tally }) => tally)).map((tally) => ({
        row: { ...tally, receivedAt: tally.at },
        items: (parts: number) => [tallyItemOf(tally, parts)],
      })),
    ];
    const partsOf = await noteDays(rows.map(({ row }) => row));
    await table.putMany(rows.flatMap(({ row, items }) => items(partsOf(row))));
  });
  const acceptedEntries = (conversions: readonly Conversion[]) =>
    conversions.map((conversion) => logEntryOf(conversion, idOf('a', conversion)));
  const conflictEntries = (conversions: readonly Conversion[]) =>
    conversions.flatMap((conversion) => conflictEntryOf(conversion, idOf('c', conversion)));

  const waitingAmong = (conversions: readonly Conversion[]): IsWaitingItem => {
    const waiting = conversions.filter((conversion) => isWaiting(conversion) || isWaitingForUser(conversion));
    const ids = new Set(waiting.map((conversion) => idOf('a', conversion)));
    return ({ id, matchedAt }) => ids.has(id) && !matchedAt;
  };

  return {
    /** A repeated call, even with an older state, changes nothing. */
    async write(accepted: readonly Conversion[], conflicting: readonly Conversion[] = []): Promise<void> {
      const entries = [...acceptedEntries(accepted), ...conflictEntries(conflicting)];
      const partsOf = await noteDays(entries);
      const items = entries.map((entry) => itemOf(entry, partsOf(entry)));
      const isWaitingItem = waitingAmong(accepted);
      await table.putMany(items.filter((item) => !isWaitingItem(item)));
      await putEach(table, items.filter(isWaitingItem), isNotMatchedLate);
    },

    async tryToWrite(
      accepted: readonly Conversion[],
      conflicting: readonly Conversion[],
    ): Promise<Pick<LogEntry, 'accountId' | 'environment' | 'eventId'>[]> {
      const entries = [...acceptedEntries(accepted), ...conflictEntries(conflicting)];
      return await write(entries, waitingAmong(accepted));
    },

    /** Parallel requests share writes, and a repeated write counts once. */
    note: (entries: readonly NotedEntry[], tally: Tally): Promise<void> => notes({ entries, tally }),

    page: pageOfLog(table, now, days),

    async byLogId(accountId: AccountId, logId: string): Promise<LogEntry | null> {
      const place = placeOf(logId);
      return place && (await findEntry({ accountId, ...place }));
    },

    async payloadOf(entry: LogEntry): Promise<string | null> {
      if (!entry.replayableUntil || Date.parse(entry.replayableUntil) <= now()) return null;
      for (const parts of [0, busyParts]) {
        const key = payloadKey(entry, parts);
        const item = await table.get<Item & { payload: string }>(key, { consistent: true });
        if (item) return item.payload;
      }
      return null;
    },

    async replayed(entry: LogEntry): Promise<void> {
      for (const parts of [0, busyParts]) {
        const change = table.update({
          key: keyOfEntry(entry, parts),
          update: 'SET replayedAt = if_not_exists(replayedAt, :at)',
          condition: 'attribute_exists(pk)',
          values: { ':at': new Date(now()).toISOString() },
        });
        if (await tookEffect(change)) return;
      }
    },

    async ofEvent(conversion: Conversion): Promise<LogEntry[]> {
      const { accountId, environment, receivedAt, conflict } = conversion;
      const places = [
        { accountId, environment, receivedAt, id: idOf('a', conversion) },
        ...(conflict ? [{ accountId, environment, receivedAt: conflict.at, id: idOf('c', conversion) }] : []),
      ];
      const keys = places.flatMap((place) => [0, busyParts].map((parts) => keyOfEntry(place, parts)));
      const items = await table.getMany<Item & LogEntry>(keys, { consistent: true });
      return onceEach(items).filter((item) => Number(item.ttl) * 1000 > now());
    },

    logIdOfAccepted(conversion: Conversion): string | null {
      if (until(conversion.receivedAt, retentionDays) <= now()) return null;
      return logIdOf({ ...conversion, id: idOf('a', conversion) });
    },
  };
}

type IsWaitingItem = (item: Pick<LogEntry, 'id' | 'matchedAt'>) => boolean;
type Place = Pick<LogEntry, 'accountId' | 'environment' | 'receivedAt' | 'id'>;
type Row = Omit<Place, 'id'>;
const dayNameOf = ({ accountId, environment, receivedAt }: Row) => `${accountId} ${environment} ${dayOf(receivedAt)}`;
const keyOfEntry = ({ accountId, environment, receivedAt, id }: Place, parts: number) =>
  keyOf.logEntry(accountId, environment, dayOf(receivedAt), { receivedAt, id, part: partOf(id, parts) });
const payloadKey = ({ accountId, environment, receivedAt, id }: Place, parts: number) =>
  keyOf.logPayload(accountId, environment, dayOf(receivedAt), { receivedAt, id, part: partOf(id, parts) });

const isNotMatchedLate = 'attribute_not_exists(pk) OR attribute_not_exists(matchedAt)';

function nullWhenUnavailable(error: unknown): null {
  if (error instanceof StoreUnavailable) return null;
  throw error;
}

/** The log entry's ID derives from the event ID, so a repeated write finds its entry. */
const idOf = (kind: 'a' | 'c', { eventId }: { eventId: string }) => `${kind}_${sha256(eventId).slice(0, 22)}`;

function grouped<T>(work: (things: readonly T[]) => Promise<void>): (thing: T) => Promise<void> {
  let next: { things: T[]; done: Promise<void> } | null = null;
  let current: Promise<unknown> = Promise.resolve();
  return (thing) => {
    if (next) {
      next.things.push(thing);
      return next.done;
    }
    const things = [thing];
    const finished = current.then(() => {
      next = null;
      return work(things);
    });
    next = { things, done: finished };
    current = finished.catch(() => undefined);
    return finished;
  };
}
