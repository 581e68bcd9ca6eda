import { keyOfPruned } from '#shared/backup/items.ts';
import { keyOf as keyOfEventLog } from '#shared/event-log/items.ts';
import { keyOf as keyOfLlm } from '#shared/llm/items.ts';
import type { Item, Key } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';

export type RowRange = { pk: string; to: string };
export type PrunableRows = ReturnType<typeof llmCallRows>;

type Listed = Item & { parts?: number; lists?: number };
const listsAtOnce = 32;
/** The service did not exist before this day. */
const firstDay = '2025-01-01';

const marks = (table: Table, rows: string) => ({
  async from(): Promise<string> {
    const mark = await table.get<Item & { through: string }>(keyOfPruned(rows), { consistent: true });
    return mark?.through ?? firstDay;
  },
  async through(day: string): Promise<void> {
    await table.put({ ...keyOfPruned(rows), kind: 'pruned', through: day });
  },
});
const verbs = (table: Table) => ({
  keys: ({ pk, to }: RowRange, after: string, limit: number): Promise<Key[]> => table.firstKeys(pk, [`${after} `, to], limit),
  remove: (keys: readonly Key[]): Promise<void> => table.removeMany(keys),
});

/** `before` is an ISO 8601 time. */
export const llmCallRows = (table: Table) => ({
  ...marks(table, 'LLM_CALLS'),
  ...verbs(table),
  async rangesOf(day: string, before: string): Promise<RowRange[]> {
    const { pk } = keyOfLlm.llmCall(day, '', '');
    return [{ pk, to: endOf(day, before) }];
  },
  nameOf: (_key: Key): string | null => 'llm_calls',
});

export const pixelEventRows = (table: Table): PrunableRows => ({
  ...marks(table, 'PIXEL_EVENTS'),
  ...verbs(table),
  async rangesOf(day, before) {
    const { pk: head, sk: listed } = keyOfEventLog.pixelDayLists(day);
    const rowsOf = (pk: string) => Array.fromAsync(table.query<Listed>(pk, [' ', afterPrefix('')], { consistent: true }));
    const first = await rowsOf(head);
    const accounts = new Map<string, Listed[]>([[head, first.filter(({ sk }) => sk !== listed)]]);
    const { lists = 0 } = first.find(({ sk }) => sk === listed) ?? {};
    await forEachConcurrent([...Array(lists).keys()], listsAtOnce, async (list) => {
      const { pk } = keyOfEventLog.pixelDay(day, 0, 'live', list);
      accounts.set(pk, await rowsOf(pk));
    });
    const to = endOf(day, before);
    const ranges = [...accounts.values()].flat().flatMap(({ sk, parts = 0 }) => {
      const [account = '', environment = ''] = sk.split('#');
      return [undefined, ...Array(parts).keys()].flatMap((part) =>
        [keyOfEventLog.pixelEvent, keyOfEventLog.logEntry, keyOfEventLog.logPayload, keyOfEventLog.clickRow].map((keyIn) => ({
          pk: keyIn(Number(account), environment, day, { at: '', receivedAt: '', id: '', part }).pk,
          to,
        })),
      );
    });
    if (before.startsWith(day)) return ranges;
    // The list of accounts finds the remaining partitions, so it is removed last.
    const more = [...accounts].filter(([pk, rows]) => pk !== head && rows.length > 0).map(([pk]) => pk);
    return [...ranges, ...[...more, head].map((pk) => ({ pk, to }))];
  },
  nameOf({ pk }) {
    if (pk.startsWith('PIXELDAY#') || pk.startsWith('LOGCLICK#')) return null;
    return pk.startsWith('PIXEL#') ? 'pixel_events' : pk.startsWith('LOG#') ? 'event_log' : 'event_log_payloads';
  },
});

const endOf = (day: string, before: string) => (before.startsWith(day) ? before : afterPrefix(''));
