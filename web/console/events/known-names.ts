import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import { useScope } from '../core/scope.ts';
import { dayIn, plusDays } from '../kit/dates.ts';
import type { LogEntry } from './entry.ts';

const days = 90;
const most = 200;

export function useKnownNames(entries: readonly LogEntry[], isAsked: boolean) {
  const { environment, zone } = useScope();
  const today = dayIn(zone, Date.now());
  const query = { environment, time_zone: zone, from: plusDays(today, 1 - days), to: today };
  const options = { enabled: isAsked, staleTime: 5 * 60_000, refetchOnWindowFocus: false };
  const report = useQuery({
    queryKey: ['known-names', query],
    queryFn: () => call('reportConversions', { query: { ...query, group_by: 'campaign,ad_id,event_type' } }),
    ...options,
  });
  const funnel = useQuery({
    queryKey: ['known-types', query],
    queryFn: () => call('reportFunnel', { query }),
    ...options,
  });
  const rows = [...(report.data?.rows ?? []), ...entries];
  const types = [...rows, ...(funnel.data?.event_types ?? [])];
  return {
    campaigns: namesOf(rows.map(({ campaign }) => campaign)),
    ads: namesOf(rows.map(({ ad_id }) => ad_id)),
    types: namesOf(types.map(({ event_type }) => event_type)).filter((type) => type !== 'other'),
  };
}

const namesOf = (names: readonly (string | undefined)[]) =>
  [...new Set(names.filter((name): name is string => Boolean(name)))].sort((a, b) => a.localeCompare(b)).slice(0, most);
