import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { TableName } from '#shared/store/tables.ts';

export type Outcome = 'changed' | 'overtaken';

/** A migration may be stopped and repeated, and may meet an item twice. */
export type Migration = {
  name: string;
  about: string;
  table: TableName;
  kind: string;
  oldItems(table: Table, now: number): Promise<(item: Item) => boolean>;
  change(item: Item, table: Table): Promise<Outcome>;
  end?(table: Table): Promise<void>;
};
