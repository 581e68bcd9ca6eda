import { useState } from 'react';
import { useMe } from '../core/me.ts';
import { type Figure, figures, type PerformanceSearch, performanceSearch } from './search.ts';

export type SavedView = { name: string; search: PerformanceSearch };
type Remembered = { columns: readonly Figure[]; views: readonly SavedView[] };

export const usualColumns: readonly Figure[] = figures.slice(0, 6);
const maxViews = 50;
const nothing: Remembered = { columns: usualColumns, views: [] };

/** The browser stores the columns and views of each account separately. */
export function useRemembered() {
  const { data: me } = useMe();
  const key = me ? `adtrail.performance.${me.id}` : null;
  const [state, setState] = useState<{ key: string | null; value: Remembered }>({
    key: null,
    value: nothing,
  });
  // The account, and so the storage key, is known only after the first response.
  if (state.key !== key) setState({ key, value: key === null ? nothing : readFrom(key) });
  const write = (changes: Partial<Remembered>) => {
    const value = { ...state.value, ...changes };
    setState({ key, value });
    if (key === null) return;
    try {
      localStorage.setItem(key, JSON.stringify(value));
    } catch {
      // A browser without storage forgets the choice when the page is closed.
    }
  };
  const { columns, views } = state.value;
  return {
    ...{ columns, views },
    setColumns: (chosen: readonly Figure[]) =>
      write({ columns: figures.filter((figure) => chosen.includes(figure)) }),
    saveView: (view: SavedView) =>
      write({ views: [...views.filter(({ name }) => name !== view.name), view].slice(-maxViews) }),
    removeView: (name: string) => write({ views: views.filter((view) => view.name !== name) }),
  };
}
export type RememberedState = ReturnType<typeof useRemembered>;

function readFrom(key: string): Remembered {
  try {
    const { columns, views } = JSON.parse(localStorage.getItem(key) ?? '') as Record<string, unknown>;
    const isChosen = (figure: Figure) => (columns as unknown[]).includes(figure);
    return {
      columns: Array.isArray(columns) ? figures.filter(isChosen) : usualColumns,
      views: Array.isArray(views) ? views.flatMap(viewOf) : [],
    };
  } catch {
    return nothing;
  }
}

function viewOf(value: unknown): SavedView[] {
  const { name, search } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
  return [{ name, search: performanceSearch(search as Record<string, unknown>) }];
}
