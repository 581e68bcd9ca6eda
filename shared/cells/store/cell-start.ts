import { keyOf } from '#shared/cells/items.ts';
import { clockRoomMs } from '#shared/cells/rules/generations.ts';
import { isOfDayBefore } from '#shared/event-log/store/accounts-of-day.ts';
import type { Item } from '#shared/store/item.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { minutes } from '#shared/values/durations.ts';

type StartItem = Item & { since: string; quietFrom: string; laterSince?: string; taken?: Set<string> };
export const processedKinds = ['session', 'conversion'] as const;
export type ProcessedKind = (typeof processedKinds)[number];
export type CellStart = ReturnType<typeof cellStartIn>;

/** No worker of an earlier version, which counts no cells, runs after this time. */
const olderWorkersEndMs = minutes(15);

/** Items from before the start count once they are marked (`npm run migrate`). The start never changes. */
export function cellStartIn(table: Table, { now }: { now: () => number }) {
  let cachedStarts: Promise<{ since: string; laterSince: string }> | undefined;
  const key = keyOf.cellStart();
  const stored = () => table.get<StartItem>(key, { consistent: true });

  /** A stored start has precedence over `since`. From `quietFrom` on, no item from before the start can arrive. */
  async function startCells(since: string, quietFrom = since): Promise<string> {
    const start = { ...key, kind: 'cell_start', since, quietFrom, laterSince: since };
    if (await tookEffect(table.put(start, 'attribute_not_exists(pk)'))) return since;
    return (await stored())?.since ?? since;
  }

  async function findStart(): Promise<string> {
    const start = await stored();
    if (start) return start.since;
    if (!(await isOfDayBefore(table, now()))) return await startCells('');
    const since = now() + olderWorkersEndMs;
    return await startCells(new Date(since).toISOString(), new Date(since + clockRoomMs).toISOString());
  }

  /** The later series are younger than all other series, and start on a stored stage once no older worker runs. */
  async function findStarts(): Promise<{ since: string; laterSince: string }> {
    const start = await stored();
    if (start?.laterSince !== undefined) return { since: start.since, laterSince: start.laterSince };
    const since = await findStart();
    const later = async () => (await stored())?.laterSince;
    const ofThisRelease = start ? undefined : await later();
    if (ofThisRelease !== undefined) return { since, laterSince: ofThisRelease };
    const laterSince = new Date(now() + olderWorkersEndMs).toISOString();
    const isSet = await tookEffect(
      table.update({
        key,
        update: 'SET laterSince = :since',
        values: { ':since': laterSince },
        condition: 'attribute_exists(pk) AND attribute_not_exists(laterSince)',
      }),
    );
    return { since, laterSince: isSet ? laterSince : ((await later()) ?? since) };
  }

  const starts = () => {
    cachedStarts ??= findStarts().catch((error) => {
      cachedStarts = undefined;
      throw error;
    });
    return cachedStarts;
  };

  /** Clicks from before `factsSince` have no stored facts, such as the channel. */
  async function completeness(): Promise<{ factsSince: string | null; incompleteBefore: string | null }> {
    const start = await stored();
    const factsSince = start?.since || null;
    const isWhole = processedKinds.every((kind) => start?.taken?.has(kind));
    return { factsSince, incompleteBefore: isWhole ? null : factsSince };
  }

  return {
    start: startCells,

    since: async (): Promise<string> => (await starts()).since,

    laterSince: async (): Promise<string> => (await starts()).laterSince,

    /** Throws as long as an item from before the start can still arrive. */
    async sinceWhenQuiet(): Promise<string> {
      const start = await stored();
      if (!start) throw new Error('No worker of this version has run on this table yet.');
      if (start.quietFrom > new Date(now()).toISOString()) throw new Error(`It is too early. Run it after ${start.quietFrom}.`);
      return start.since;
    },

    async recordProcessed(kind: ProcessedKind): Promise<void> {
      await table.update({ key, update: 'ADD taken :kind', values: { ':kind': new Set([kind]) } });
    },

    incompleteBefore: async (): Promise<string | null> => (await completeness()).incompleteBefore,

    said: completeness,
  };
}
