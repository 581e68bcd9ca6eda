import { useChangeSearch } from '../core/use-change-search.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { textOf, without } from '../kit/filter.ts';

export const tabs = ['competitors', 'ads', 'own', 'prompts'] as const;
export type Tab = (typeof tabs)[number];
const statuses = ['active', 'inactive'] as const;

export type CompetitorsSearch = {
  tab?: Tab;
  find?: string;
  sort?: 'name';
  of?: string;
  text?: string;
  country?: string;
  status?: (typeof statuses)[number];
  order?: 'longest';
};

export const competitorsSearch = (search: Record<string, unknown>): CompetitorsSearch =>
  without({
    tab: tabs.find((one) => one === search.tab && one !== 'competitors'),
    find: textOf(search.find, 256),
    sort: search.sort === 'name' ? ('name' as const) : undefined,
    of: textOf(search.of, 300),
    text: textOf(search.text, 256),
    country:
      typeof search.country === 'string' && /^[A-Z]{2}$/.test(search.country) ? search.country : undefined,
    status: statuses.find((one) => one === search.status),
    order: search.order === 'longest' ? ('longest' as const) : undefined,
  });

export type Changes = { [name in keyof CompetitorsSearch]?: CompetitorsSearch[name] | undefined };

export function useCompetitorsSearch() {
  const search = useValidSearch(competitorsSearch);
  const changeSearch = useChangeSearch();
  return { search, change: (changes: Changes) => changeSearch(changes) };
}
