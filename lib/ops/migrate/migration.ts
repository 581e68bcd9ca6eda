import type { Item } from '#shared/store/item.ts';
import type { Table } from '#shared/store/table.ts';
import type { TableName } from '#shared/store/tables.ts';

/** The outcome of an item. `overtaken`: another writer changed it meanwhile, so it is read and retried. */
export type Outcome = 'changed' | 'overtaken';

/**
 * Brings stored items into a form that the service reads already. It runs beside the service, is stopped and run again,
 * and may meet every item more than once.
 */
export type Migration = {
  /** As it is called: `npm run migrate -- <name>`. */
  name: string;
  /** One sentence: what it changes, and why. */
  about: string;
  table: TableName;
  /** The items it looks at. */
  kind: string;
  /** Whether an item has the form of before. */
  isOld(item: Item): boolean;
  /** Changes an item of the old form, on the condition that it is as it was read. */
  change(item: Item, table: Table): Promise<Outcome>;
};
