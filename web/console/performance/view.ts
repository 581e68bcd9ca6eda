import { useNavigate } from '@tanstack/react-router';
import { type Answer, call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { useValidSearch } from '../core/use-valid-search.ts';
import { filterQuery, without } from '../kit/filter.ts';
import { type PeriodLimit, useComparison, usePeriod } from '../kit/period-bar.tsx';
import { type Path, type PerformanceSearch, performanceSearch, sortOf } from './search.ts';

export type Report = Answer<'reportPerformance'>;
export type Row = Report['rows'][number];

/** The API reports at most a year. */
export const limit: PeriodLimit = { most: 366, usual: '30d' };

type ApiQuery = NonNullable<Parameters<typeof call<'reportPerformance'>>[1]['query']>;
/** With `isNet`, value and return are net of adjustments. */
export type Query = ApiQuery & { isNet?: true };

export async function readReport(query: Query, signal?: AbortSignal): Promise<Report> {
  const report = await call('reportPerformance', { query: apiQueryOf(query) }, signal ? { signal } : {});
  if (!query.isNet) return report;
  return {
    ...report,
    rows: report.rows.map(netOf),
    totals: report.totals.map(netOf),
    totals_with_spend: report.totals_with_spend.map(netOf),
  };
}

const netFields: Record<string, string> = { value: 'net_value', return_on_ad_spend: 'net_return' };
export const apiQueryOf = ({ isNet, ...query }: Query): ApiQuery =>
  isNet && query.sort ? { ...query, sort: query.sort.replace(/\w+$/, (field) => netFields[field] ?? field) } : query;

type Amounts = Pick<Row, 'value' | 'net_value' | 'return_on_ad_spend' | 'net_return'>;
const netFigures = <F extends Amounts>(figures: F): F => ({
  ...figures,
  value: figures.net_value,
  return_on_ad_spend: figures.net_return,
});
const netOf = ({ previous, change, net_advice, ...row }: Row): Row => ({
  ...netFigures(row),
  ...(net_advice !== undefined && { advice: net_advice }),
  ...(change && {
    change: { ...change, value: change.net_value, return_on_ad_spend: change.net_return },
  }),
  ...(previous && { previous: netFigures(previous) }),
});

export type Changes = { [name in keyof PerformanceSearch]?: PerformanceSearch[name] | undefined };

export function useView() {
  const { environment, zone } = useScope();
  const search = useValidSearch(performanceSearch);
  const range = usePeriod(limit);
  const comparison = useComparison();
  const navigate = useNavigate();
  const { type, event_type: _, ...names } = { type: search.type, ...filterQuery(search) };
  const { channel, network, contains, currency, basis } = search;
  const paid = { no: 'false', all: 'all' } as const;
  const query: Query = {
    ...range,
    environment,
    time_zone: zone,
    traffic: search.traffic ?? 'human',
    // A person that chooses an unpaid channel must see it.
    paid: channel ? 'all' : search.paid ? paid[search.paid] : 'true',
    ...names,
    ...(search.value === 'net' && { isNet: true }),
    ...without({ conversion: type, time_basis: basis, channel, network, contains, currency }),
  };
  return {
    search,
    query,
    range,
    comparison,
    zone,
    environment,
    isNet: search.value === 'net',
    change: (changes: Changes | ((before: PerformanceSearch) => Changes)) =>
      navigate({
        to: '.',
        search: (before: Record<string, unknown>) =>
          ({
            ...before,
            ...(typeof changes === 'function' ? changes(performanceSearch(before)) : changes),
          }) as never,
        replace: true,
      }),
  };
}
export type View = ReturnType<typeof useView>;

export const groupNames = { campaign: 'campaign', group: 'ad_group', ad: 'ad_id' } as const;

export const queryOf = ([campaign, group, ad]: Path) =>
  without({
    campaign: campaign ?? undefined,
    ad_group: group ?? undefined,
    ad_id: ad ?? undefined,
  });

const levels = ['campaign', 'group', 'ad'] as const;
export const nameOfLevel = (above: Path) => groupNames[levels[above.length] ?? 'ad'];

/** The rows of a level are a whole listing, or the rows below a campaign or an ad group. */
export function levelOf(search: PerformanceSearch, above: Path) {
  const listing = search.by ?? 'campaign';
  const name = nameOfLevel(above);
  const group_by = { campaign: name, ad: 'campaign,ad_group,ad_id', channel: 'channel' }[listing];
  const sort = sortFor(search, { campaign: name, ad: 'ad_id', channel: 'channel' }[listing]);
  return { ...queryOf(above), group_by, sort };
}

export function sortFor(search: PerformanceSearch, groupedBy: string): string {
  const { by, isDescending } = sortOf(search.sort ?? '') ?? { by: 'spend', isDescending: true };
  return `${isDescending ? '-' : ''}${by === 'name' ? groupedBy : by}`;
}
