import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { textOf, without } from '../kit/filter.ts';

export const tabs = ['competitors', 'ads', 'own', 'prompts'] as const;

export const competitorsSearch = (search: Record<string, unknown>) =>
  without({
    tab: tabs.find((tab) => tab === search.tab && tab !== 'competitors'),
    // `find` is part of a competitor's name, website or description, and `text` is part of an ad's text.
    find: textOf(search.find, 256),
    sort: search.sort === 'name' ? ('name' as const) : undefined,
    of: textOf(search.of, 300),
    text: textOf(search.text, 256),
    country: /^[A-Z]{2}$/.test(String(search.country)) ? String(search.country) : undefined,
    status: (['active', 'inactive'] as const).find((status) => status === search.status),
    order: search.order === 'longest' ? ('longest' as const) : undefined,
  });

export type CompetitorsSearch = ReturnType<typeof competitorsSearch>;
type Changes = { [name in keyof CompetitorsSearch]?: CompetitorsSearch[name] | undefined };

export function useCompetitorsSearch() {
  const search = useValidSearch(competitorsSearch);
  const change: (changes: Changes) => unknown = useChangeSearch();
  return { search, change };
}
