import { useEffect, useState } from 'react';
import { useMe } from '../core/me.ts';
import { type Figure, figures, type PerformanceSearch, performanceSearch } from './search.ts';

export type SavedView = { name: string; search: PerformanceSearch };
/** The currency of amounts, for live and for test data. */
type Currencies = { live?: string; test?: string };
type Remembered = { columns: readonly Figure[]; views: readonly SavedView[]; currencies: Currencies };

export const usualColumns: readonly Figure[] = figures.slice(0, 6);
const maxViews = 50;
const nothing: Remembered = { columns: usualColumns, views: [], currencies: {} };

/** A reload reads in the account's currency at once, before the first response names the account. */
const lastKeyName = 'adtrail.performance';
function ofLastAccount(): Remembered {
  const key = sessionStorage.getItem(lastKeyName);
  return { ...nothing, ...(key !== null && { currencies: readFrom(key).currencies }) };
}

/** The browser stores the columns, views and currencies of each account separately. */
export function useRemembered() {
  const { data: me } = useMe();
  const key = me ? `adtrail.performance.${me.id}` : null;
  const [state, setState] = useState<{ key: string | null; value: Remembered }>({
    key: null,
    value: nothing,
  });
  useEffect(() => {
    if (key !== null) sessionStorage.setItem(lastKeyName, key);
  }, [key]);
  // The account, and so the storage key, is known only after the first response.
  if (state.key !== key || state.value === nothing) setState({ key, value: key === null ? ofLastAccount() : readFrom(key) });
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
  const { columns, views, currencies } = state.value;
  return {
    columns,
    views,
    currencies,
    setCurrency(environment: 'live' | 'test', currency: string) {
      if (currencies[environment] !== currency) write({ currencies: { ...currencies, [environment]: currency } });
    },
    setColumns: (chosen: readonly Figure[]) => write({ columns: figures.filter((figure) => chosen.includes(figure)) }),
    saveView: (view: SavedView) => write({ views: [...views.filter(({ name }) => name !== view.name), view].slice(-maxViews) }),
    removeView: (name: string) => write({ views: views.filter((view) => view.name !== name) }),
  };
}
export type RememberedState = ReturnType<typeof useRemembered>;

function readFrom(key: string): Remembered {
  try {
    const { columns, views, currencies } = JSON.parse(localStorage.getItem(key) ?? '') as Record<string, unknown>;
    const isChosen = (figure: Figure) => (columns as unknown[]).includes(figure);
    return {
      columns: Array.isArray(columns) ? figures.filter(isChosen) : usualColumns,
      views: Array.isArray(views) ? views.flatMap(viewOf) : [],
      currencies: currenciesOf(currencies),
    };
  } catch {
    return { ...nothing };
  }
}

function currenciesOf(value: unknown): Currencies {
  const { live, test } = (value ?? {}) as Partial<Record<keyof Currencies, unknown>>;
  const isCode = (code: unknown): code is string => typeof code === 'string' && /^[A-Z]{3}$/.test(code);
  return { ...(isCode(live) && { live }), ...(isCode(test) && { test }) };
}

function viewOf(value: unknown): SavedView[] {
  const { name, search } = (value ?? {}) as Partial<Record<keyof SavedView, unknown>>;
  if (typeof name !== 'string' || typeof search !== 'object' || search === null) return [];
  return [{ name, search: performanceSearch(search as Record<string, unknown>) }];
}
