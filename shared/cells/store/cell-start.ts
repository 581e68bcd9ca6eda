import { clockRoomMs } from '#shared/cells/rules/generations.ts';
import { isOfDayBefore } from '#shared/event-log/store/accounts-of-day.ts';
import type { Item } from '#shared/store/item.ts';
import { keyOf } from '#shared/store/keys.ts';
import { tookEffect } from '#shared/store/store-errors.ts';
import type { Table } from '#shared/store/table.ts';
import { minutes } from '#shared/values/durations.ts';

type StartItem = Item & { since: string; quietFrom: string; taken?: Set<string> };
/** The kinds of items that are taken into cells, each by a walk of its own. */
export const takenKinds = ['session', 'conversion'] as const;
export type TakenKind = (typeof takenKinds)[number];
export type CellStart = ReturnType<typeof cellStartIn>;

/** Until then no worker of an earlier version runs any more, which counts no cells. */
const olderWorkersEndMs = minutes(15);

/**
 * Clicks and events that arrive from the start on count in cells automatically. Earlier items, which a version without
 * cells has stored, count once they are marked (`npm run migrate`). The start is written once, and is the same for every
 * reader.
 */
export function cellStartIn(table: Table, { now }: { now: () => number }) {
  let known: Promise<string> | undefined;
  const key = keyOf.cellStart();
  const stored = () => table.get<StartItem>(key, { consistent: true });

  /**
   * Notes the start and returns it. A start that is already stored holds instead. An empty start means the beginning.
   * From `quietFrom` on, no item from before the start is still on its way.
   */
  async function begin(since: string, quietFrom = since): Promise<string> {
    const start = { ...key, kind: 'cell_start', since, quietFrom };
    if (await tookEffect(table.put(start, 'attribute_not_exists(pk)'))) return since;
    return (await stored())?.since ?? since;
  }

  async function found(): Promise<string> {
    const start = await stored();
    if (start) return start.since;
    if (!(await isOfDayBefore(table, now()))) return await begin('');
    const since = now() + olderWorkersEndMs;
    return await begin(new Date(since).toISOString(), new Date(since + clockRoomMs).toISOString());
  }

  /** Reports show both. Clicks from before `factsSince` have no stored facts; `null` means that there are none. */
  async function said(): Promise<{ factsSince: string | null; incompleteBefore: string | null }> {
    const start = await stored();
    const factsSince = start?.since || null;
    const isWhole = takenKinds.every((kind) => start?.taken?.has(kind));
    return { factsSince, incompleteBefore: isWhole ? null : factsSince };
  }

  return {
    begin,

    /** The start, which the first caller of a table decides. One read for a process. */
    since(): Promise<string> {
      known ??= found().catch((error) => {
        known = undefined;
        throw error;
      });
      return known;
    },

    /** The start, once no item from before it is on its way. */
    async sinceWhenQuiet(): Promise<string> {
      const start = await stored();
      if (!start) throw new Error('No worker of this version has run on this table yet.');
      if (start.quietFrom > new Date(now()).toISOString())
        throw new Error(`It is too early. Run it after ${start.quietFrom}.`);
      return start.since;
    },

    /** Notes that all items of a kind from before the start are marked. */
    async taken(kind: TakenKind): Promise<void> {
      await table.update({ key, update: 'ADD taken :kind', values: { ':kind': new Set([kind]) } });
    },

    /** Before this instant clicks or events may be missing in cells; `null`: none is. */
    incompleteBefore: async (): Promise<string | null> => (await said()).incompleteBefore,

    said,
  };
}
