import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import {
  conflictEntryOf,
  type LogEntry,
  logEntryOf,
  logIdOf,
  placeOf,
} from '#shared/event-log/rules/event-log.ts';
import { mergedTallies, type Tally } from '#shared/event-log/rules/tally.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { putEach, unlessRefused } from '#shared/store/put-each.ts';
import type { Table } from '#shared/store/table.ts';
import { hours } from '#shared/values/durations.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import { grouped } from '#shared/values/grouped.ts';
import { randomText, sha256 } from '#shared/values/ids.ts';
import { dayOf } from '#shared/values/iso-date.ts';
import { dayRegistryIn } from './day-registry.ts';
import { pageOfLog } from './log-pages.ts';

export type EventLog = ReturnType<typeof eventLogIn>;
/** A repeated or rejected event; what was sent of a rejected one, without personal data, as JSON text. */
export type NotedEntry = { entry: Omit<LogEntry, 'id' | 'replayableUntil'>; payload?: string };

/** How long what was sent of a rejected event is kept. */
const payloadDays = 14;
/** Longer than a stream keeps what is to be counted. */
const tallyDays = 7;
const writesAtOnce = 16;

/** The event log: one partition per account, environment and UTC day of arrival. TTLs tidy; what they passed is not shown. */
export function eventLogIn(
  table: Table,
  { now, retentionDays }: { now: () => number; retentionDays: number },
) {
  const days = dayRegistryIn(table);
  const until = (receivedAt: string, forDays: number) => Date.parse(receivedAt) + hours(24 * forDays);
  const itemOf = (entry: LogEntry): Item => ({
    ...keyOfEntry(entry),
    kind: 'log',
    ttl: Math.ceil(until(entry.receivedAt, retentionDays) / 1000),
    ...entry,
  });
  /** Notes the partitions first. */
  async function noteDays(entries: readonly Omit<LogEntry, 'id'>[]): Promise<void> {
    const partitions = new Map(entries.map((entry) => [keyOfEntry({ id: '', ...entry }).pk, entry]));
    await forEachConcurrent(
      [...partitions.values()],
      writesAtOnce,
      ({ receivedAt, accountId, environment }) => days.note(dayOf(receivedAt), accountId, environment),
    );
  }

  const itemsOf = ({ entry, payload }: NotedEntry): Item[] => {
    const keptUntil = until(entry.receivedAt, Math.min(payloadDays, retentionDays));
    const named: LogEntry = {
      ...entry,
      id: `${entry.outcome === 'duplicate' ? 'd' : 'r'}_${randomText(22)}`,
      ...(payload !== undefined && { replayableUntil: new Date(keptUntil).toISOString() }),
    };
    const kept = { ...payloadKey(named), kind: 'log_payload', ttl: Math.ceil(keptUntil / 1000), payload };
    return payload === undefined ? [itemOf(named)] : [itemOf(named), kept];
  };
  const tallyItemOf = (tally: Tally): Item => ({
    ...keyOf.tally(tally.accountId, tally.environment, dayOf(tally.at), tally.at, randomText(16)),
    kind: 'tally',
    ttl: Math.ceil(until(tally.at, tallyDays) / 1000),
    ...tally,
  });
  const notes = grouped(async (noted: readonly { entries: readonly NotedEntry[]; tally: Tally }[]) => {
    const entries = noted.flatMap((one) => one.entries);
    await noteDays(entries.map(({ entry }) => entry));
    const tallies = mergedTallies(noted.map(({ tally }) => tally));
    await table.putMany([...entries.flatMap(itemsOf), ...tallies.map(tallyItemOf)]);
  });

  return {
    /** Writes accepted events as they are. Repeating it, also with an older state of one, changes nothing. */
    async accepted(conversions: readonly Conversion[]): Promise<void> {
      const entries = conversions.map((conversion) => logEntryOf(conversion, idOf('a', conversion)));
      await noteDays(entries);
      const mayBeMatchedLate = ({ reason, matchedAt }: LogEntry) =>
        reason === 'unknown_svc_click_id' && !matchedAt;
      await table.putMany(entries.filter((entry) => !mayBeMatchedLate(entry)).map(itemOf));
      const waiting = entries.filter(mayBeMatchedLate).map(itemOf);
      await putEach(table, waiting, 'attribute_not_exists(pk) OR attribute_not_exists(matchedAt)');
    },

    /** Writes the first conflict of each of these events. Repeating it changes nothing. */
    async conflicts(conversions: readonly Conversion[]): Promise<void> {
      const entries = conversions.flatMap((conversion) => conflictEntryOf(conversion, idOf('c', conversion)));
      await noteDays(entries);
      await table.putMany(entries.map(itemOf));
    },

    /**
     * Writes repeated and rejected events, one or two items each, and the tally of all that the request brought, which
     * is counted from the table's stream: so each is counted once, however often this write is repeated. Requests that
     * come together are written together.
     */
    note: (entries: readonly NotedEntry[], tally: Tally): Promise<void> => notes({ entries, tally }),

    /** Entries newest first: see `pageOfLog`. */
    page: pageOfLog(table, now),

    /** The account's entry of that name. */
    async byLogId(accountId: number, logId: string): Promise<LogEntry | null> {
      const place = placeOf(logId);
      if (!place) return null;
      const entry = await table.get<Item & LogEntry>(keyOfEntry({ accountId, ...place }), {
        consistent: true,
      });
      return entry && Number(entry.ttl) * 1000 > now() ? entry : null;
    },

    /** What was sent of a rejected event, or `null` when it is not kept. */
    async payloadOf(entry: LogEntry): Promise<string | null> {
      if (!entry.replayableUntil || Date.parse(entry.replayableUntil) <= now()) return null;
      return (
        (await table.get<Item & { payload: string }>(payloadKey(entry), { consistent: true }))?.payload ??
        null
      );
    },

    /** Notes that a rejected event was replayed; the first time stays. */
    async replayed(entry: LogEntry): Promise<void> {
      await table
        .update({
          key: keyOfEntry(entry),
          update: 'SET replayedAt = if_not_exists(replayedAt, :at)',
          condition: 'attribute_exists(pk)',
          values: { ':at': new Date(now()).toISOString() },
        })
        .catch(unlessRefused);
    },

    /** The account's entries of an accepted event, and of its conflict, while they are kept. */
    async ofEvent(conversion: Conversion): Promise<LogEntry[]> {
      const { accountId, environment, receivedAt, conflict } = conversion;
      const places = [
        { accountId, environment, receivedAt, id: idOf('a', conversion) },
        ...(conflict ? [{ accountId, environment, receivedAt: conflict.at, id: idOf('c', conversion) }] : []),
      ];
      const items = await table.getMany<Item & LogEntry>(places.map(keyOfEntry), { consistent: true });
      return items.filter((item) => Number(item.ttl) * 1000 > now());
    },

    /** The name of an accepted event's entry, while it is kept. */
    logIdOfAccepted(conversion: Conversion): string | null {
      if (until(conversion.receivedAt, retentionDays) <= now()) return null;
      return logIdOf({ ...conversion, id: idOf('a', conversion) });
    },
  };
}

type Place = Pick<LogEntry, 'accountId' | 'environment' | 'receivedAt' | 'id'>;
const keyOfEntry = ({ accountId, environment, receivedAt, id }: Place) =>
  keyOf.logEntry(accountId, environment, dayOf(receivedAt), receivedAt, id);
const payloadKey = ({ accountId, environment, receivedAt, id }: Place) =>
  keyOf.logPayload(accountId, environment, dayOf(receivedAt), receivedAt, id);

/** Made of the event id, so that a repeated write finds the entry it wrote before. */
const idOf = (kind: 'a' | 'c', { eventId }: { eventId: string }) => `${kind}_${sha256(eventId).slice(0, 22)}`;
