import { textOf, without } from '../kit/filter.ts';
import { type Category, isCategory } from './categories.ts';

const tabs = ['orders', 'history', 'rules'] as const;
export const groupings = ['day', 'channel', 'sales_channel', 'pixel'] as const;
export type Grouping = (typeof groupings)[number];

/** Without an `id`, the newest reconciliation is shown. */
export type BooksSearch = {
  tab?: (typeof tabs)[number];
  id?: string;
  category?: Category;
  by?: Grouping;
};

export const booksSearch = (search: Record<string, unknown>): BooksSearch =>
  without({
    tab: tabs.find((tab) => tab === search.tab && tab !== 'orders'),
    id: textOf(search.id, 100),
    category: isCategory(search.category) ? search.category : undefined,
    by: groupings.find((by) => by === search.by && by !== 'day'),
  });
