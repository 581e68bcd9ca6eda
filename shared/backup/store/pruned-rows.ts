import type { Item, Key } from '#shared/store/item.ts';
import { afterPrefix, keyOf, keyOfPruned } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';

/** Rows of one partition up to a moment (not included), or all of it. */
export type RowRange = { pk: string; to: string };
export type PrunableRows = ReturnType<typeof llmCallRows>;

/** Before this day the service did not exist. */
const firstDay = '2025-01-01';

const marks = (table: Table, rows: string) => ({
  /** The first day that may hold rows still. */
  async from(): Promise<string> {
    const mark = await table.get<Item & { through: string }>(keyOfPruned(rows), { consistent: true });
    return mark?.through ?? firstDay;
  },
  /** Notes that no row before this day is left. */
  async through(day: string): Promise<void> {
    await table.put({ ...keyOfPruned(rows), kind: 'pruned', through: day });
  },
});
const verbs = (table: Table) => ({
  keys: ({ pk, to }: RowRange, after: string, limit: number): Promise<Key[]> =>
    table.firstKeys(pk, [`${after} `, to], limit),
  remove: (keys: readonly Key[]): Promise<void> => table.removeMany(keys),
});

/** The records of calls of models, by day. `before` is a moment, ISO 8601. */
export const llmCallRows = (table: Table) => ({
  ...marks(table, 'LLM_CALLS'),
  ...verbs(table),
  async rangesOf(day: string, before: string): Promise<RowRange[]> {
    const { pk } = keyOf.llmCall(day, '', '');
    return [{ pk, to: endOf(day, before) }];
  },
  /** How a row is counted; `null`: it is none. */
  nameOf: (_key: Key): string | null => 'llm_calls',
});

/** Browser events and the event log with what was sent, by day and account, and the list of those partitions. */
export const pixelEventRows = (table: Table): PrunableRows => ({
  ...marks(table, 'PIXEL_EVENTS'),
  ...verbs(table),
  async rangesOf(day, before) {
    const { pk: list } = keyOf.pixelDay(day, 0, 'live');
    const ranges: RowRange[] = [];
    const to = endOf(day, before);
    for await (const { sk } of table.query<Item>(list, [' ', afterPrefix('')], { consistent: true })) {
      const [account = '', environment = ''] = sk.split('#');
      const of = [Number(account), environment, day] as const;
      for (const { pk } of [
        keyOf.pixelEvent(...of, '', ''),
        keyOf.logEntry(...of, '', ''),
        keyOf.logPayload(...of, '', ''),
      ])
        ranges.push({ pk, to });
    }
    // Last, and only once the whole day is gone: what it lists is found again until then.
    return before.startsWith(day) ? ranges : [...ranges, { pk: list, to }];
  },
  nameOf({ pk }) {
    if (pk.startsWith('PIXELDAY#')) return null;
    return pk.startsWith('PIXEL#')
      ? 'pixel_events'
      : pk.startsWith('LOG#')
        ? 'event_log'
        : 'event_log_payloads';
  },
});

/** Sort keys begin with the moment of a row. */
const endOf = (day: string, before: string) => (before.startsWith(day) ? before : afterPrefix(''));
