import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { TableName } from '#shared/store/tables.ts';

export type Outcome = 'changed' | 'overtaken';

/**
 * The service already reads the new form. A migration runs during normal operation, can be stopped and
 * repeated, and may meet an item more than once.
 */
export type Migration = {
  /** The argument of `npm run migrate -- <name>`. */
  name: string;
  about: string;
  table: TableName;
  kind: string;
  /** Returns a function that detects items of the old form. Throws when it is too early to run. */
  oldItems(table: Table, now: number): Promise<(item: Item) => boolean>;
  change(item: Item, table: Table): Promise<Outcome>;
  /** Notes that all are converted. */
  end?(table: Table): Promise<void>;
};
