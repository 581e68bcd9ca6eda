import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { TableName } from '#shared/store/tables.ts';

/** The outcome of an item. After `overtaken`, another writer changed the item, so it is read and retried. */
export type Outcome = 'changed' | 'overtaken';

/**
 * Converts stored items to a form that the service already reads. It runs during normal operation, can be
 * stopped and repeated, and may meet an item more than once.
 */
export type Migration = {
  /** The argument of `npm run migrate -- <name>`. */
  name: string;
  /** One sentence with the change and its reason. */
  about: string;
  table: TableName;
  kind: string;
  /** Returns what tells whether an item has the old form. Throws when it is too early to run. */
  oldItems(table: Table, now: number): Promise<(item: Item) => boolean>;
  /** Converts an item, on the condition that it did not change since the read. */
  change(item: Item, table: Table): Promise<Outcome>;
  /** Notes that all are converted. */
  end?(table: Table): Promise<void>;
};
