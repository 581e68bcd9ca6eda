import type { Environment } from '#shared/api-keys/rules/keys.ts';
import type { Conversion } from '#shared/conversions/rules/conversions.ts';
import type { ExportRows } from '#shared/event-log/store/export-rows.ts';
import type { ExportOrder, ExportProgress } from '#shared/event-log/store/exports.ts';
import { shown } from '#shared/store/export-section.ts';
import type { Item } from '#shared/store/item.ts';
import { afterPrefix } from '#shared/store/keys.ts';
import type { Table } from '#shared/store/table.ts';
import type { DurableTableName } from '#shared/store/tables.ts';
import { sections } from './sections.ts';

export type AccountPage = { rows: object[]; cursor: NonNullable<ExportProgress['cursor']> };

type Tables = Record<DurableTableName, Table>;

const environments: readonly Environment[] = ['live', 'test'];

export const accountRowsIn = (tables: Tables, eventRows: ExportRows) => ({
  async *after(
    order: ExportOrder,
    cursor: ExportProgress['cursor'],
    pageSize: number,
    receiptsOf: (events: readonly Conversion[]) => Promise<readonly object[]>,
  ): AsyncGenerator<AccountPage> {
    const [place = '', eventDay] = cursor?.day.split('|') ?? [];
    const names = [...sections.map(({ name }) => name), ...environments];
    const from = Math.max(0, names.indexOf(place));
    for (const [at, section] of sections.entries()) {
      if (at < from) continue;
      const prefix = section.prefix ?? '';
      const first = cursor && place === section.name ? `${cursor.sk} ` : prefix || ' ';
      const range = [first, afterPrefix(prefix)] as const;
      let page: { rows: object[]; last: Item } | null = null;
      const items = tables[section.table].query<Item>(section.pk(order.accountId), range, {
        consistent: true,
      });
      for await (const item of items) {
        const also = (await section.more?.(item, tables)) ?? [];
        page ??= { rows: [], last: item };
        page.last = item;
        page.rows.push(
          ...((await section.rows?.(item, { accountId: order.accountId, tables }))?.map(shown) ?? [(section.show ?? shown)(item)]).map(
            (row) => ({
              record: section.name,
              ...row,
            }),
          ),
          ...also.map((other) => ({ record: `${section.name}_conversation`, ...shown(other) })),
        );
        if (page.rows.length < pageSize) continue;
        yield { rows: page.rows, cursor: { day: section.name, sk: item.sk } };
        page = null;
      }
      if (page) yield { rows: page.rows, cursor: { day: section.name, sk: page.last.sk } };
    }
    for (const [at, environment] of environments.entries()) {
      if (sections.length + at < from) continue;
      const inside = cursor && place === environment && eventDay ? { day: eventDay, sk: cursor.sk } : undefined;
      for await (const page of eventRows.after({ ...order, environment }, inside, pageSize))
        yield {
          rows: (await receiptsOf(page.conversions)).map((receipt) => ({
            record: 'event',
            environment,
            ...receipt,
          })),
          cursor: { day: `${environment}|${page.cursor.day}`, sk: page.cursor.sk },
        };
    }
  },
});
