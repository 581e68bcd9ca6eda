import { textOf, without } from '../kit/filter.ts';
import { isCategory } from './categories.ts';

const tabs = ['orders', 'history', 'rules'] as const;
export const groupings = ['day', 'channel', 'sales_channel', 'pixel'] as const;
export type Grouping = (typeof groupings)[number];

/** `id` selects the reconciliation that is shown; without `id` the newest is shown. */
export const booksSearch = (search: Record<string, unknown>) =>
  without({
    tab: tabs.find((tab) => tab === search.tab && tab !== 'orders'),
    id: textOf(search.id, 100),
    category: isCategory(search.category) ? search.category : undefined,
    by: groupings.find((by) => by === search.by && by !== 'day'),
  });
export type BooksSearch = ReturnType<typeof booksSearch>;
