import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { type Environment, useScope } from '../core/scope.ts';

export type Alias = Answer<'listSpendAliases'>['aliases'][number];
export type Joins = Answer<'listSpendJoins'>;
export type SpendRow = Joins['spend_without_clicks'][number];
export type Clicks = Pick<Joins['clicks_without_spend'][number], 'campaign' | 'ad_group' | 'ad_id'>;
type Names = Pick<SpendRow, 'level' | 'campaign_id' | 'campaign' | 'ad_group_id' | 'ad_group' | 'ad_id' | 'ad'>;
type Level = Alias['level'];

export const levels = ['campaign', 'ad_group', 'ad'] as const satisfies readonly Level[];

export const theirsAt = (level: Level, row: Names): { id: string | null; name: string | null } =>
  ({
    campaign: { id: row.campaign_id, name: row.campaign },
    ad_group: { id: row.ad_group_id, name: row.ad_group },
    ad: { id: row.ad_id, name: row.ad },
  })[level];
const oursAt = (level: Level, { campaign, ad_group, ad_id }: Clicks): string => ({ campaign, ad_group, ad: ad_id })[level].trim();

const folded = (name: string) => name.normalize('NFC').trim().toUpperCase().toLowerCase();

export const theirPath = (row: Names): string[] =>
  levels.flatMap((level) => {
    const { id, name } = theirsAt(level, row);
    return (name ?? id) ? [name ?? id ?? ''] : [];
  });
export const ourPath = (clicks: Clicks): string[] => levels.map((level) => oursAt(level, clicks)).filter((name) => name !== '');

/** Returns `null` if the clicks lack a name that the row has, so that no alias can join them. */
export function aliasesFor(row: Names & { network: string }, clicks: Clicks): Alias[] | null {
  const depth = (levels as readonly string[]).indexOf(row.level) + 1;
  const ownLevel = levels[depth - 1];
  if (ownLevel === undefined || oursAt(ownLevel, clicks) === '') return null;
  return levels.slice(0, depth).flatMap((level): Alias[] => {
    const value = oursAt(level, clicks);
    const { id, name } = theirsAt(level, row);
    if (value === '' || (id === null && name === null)) return [];
    if (value === id || (name !== null && folded(value) === folded(name))) return [];
    return [{ level, network: row.network, value, ...(id === null ? { id, name } : { id, name: null }) }];
  });
}

export const isSameAd = (a: Clicks, b: Clicks): boolean => a.campaign === b.campaign && a.ad_group === b.ad_group && a.ad_id === b.ad_id;

/** With the row of spend that an alias is about, its ID has a name. */
export function textOfAlias({ level, value, id, name }: Alias, row?: Names): string {
  const theirName = name ?? (row && theirsAt(level, row).name);
  return `${value} means ${theirName ?? id}${theirName && id ? ` (${id})` : ''}`;
}

const isSame = (a: Alias, b: Alias) =>
  a.level === b.level && a.network === b.network && a.value === b.value && a.id === b.id && a.name === b.name;

export const aliasesKey = (environment: Environment) => ['spend-aliases', environment];

export function useAliases() {
  const { environment } = useScope();
  return useQuery({
    queryKey: aliasesKey(environment),
    queryFn: () => call('listSpendAliases', { query: { environment } }),
  });
}

export type Change = { add?: readonly Alias[]; remove?: readonly Alias[] };

/** Another tab may have changed the list, which is stored whole, so it is read first. */
export function useChangeAliases() {
  const { environment } = useScope();
  const queries = useQueryClient();
  return useMutation<Answer<'setSpendAliases'>, ApiError, Change>({
    async mutationFn({ add = [], remove = [] }) {
      const { aliases } = await call('listSpendAliases', { query: { environment } });
      const remaining = aliases.filter((alias) => ![...add, ...remove].some((changedAlias) => isSame(alias, changedAlias)));
      return await call('setSpendAliases', {
        query: { environment },
        body: { aliases: [...remaining, ...add] },
      });
    },
    onSuccess: (saved) => {
      queries.setQueryData(aliasesKey(environment), saved);
      queries.invalidateQueries();
    },
  });
}
