import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { TableName } from '#shared/store/tables.ts';

export type Outcome = 'changed' | 'overtaken';

/**
 * The service already reads the new form. A migration may be stopped and repeated during normal operation,
 * and may meet an item twice.
 */
export type Migration = {
  /** The argument of `npm run migrate -- <name>`. */
  name: string;
  about: string;
  table: TableName;
  kind: string;
  /** Throws when it is too early to run. */
  oldItems(table: Table, now: number): Promise<(item: Item) => boolean>;
  change(item: Item, table: Table): Promise<Outcome>;
  end?(table: Table): Promise<void>;
};
