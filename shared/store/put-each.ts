import { forEachConcurrent } from '#shared/values/for-each-concurrent.ts';
import type { Item } from './item.ts';
import { ConditionFailed } from './store-errors.ts';
import type { Table } from './table.ts';

const writesAtOnce = 16;

export const putEach = (table: Table, items: readonly Item[], condition: string): Promise<void> =>
  forEachConcurrent(items, writesAtOnce, (item) => table.put(item, condition).catch(unlessRefused));

export function unlessRefused(error: unknown): void {
  if (!(error instanceof ConditionFailed)) throw error;
}
