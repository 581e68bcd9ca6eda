import { useQuery } from '@tanstack/react-query';
import { call } from '../core/api.ts';
import type { Environment } from '../core/scope.ts';
import { dayCount, type Range } from './dates.ts';
import { countText } from './money.ts';

/** The report covers at most a year. */
const maxDays = 366;

export function usePeople(
  scope: { environment: Environment; time_zone: string; pixel_key?: string; conversion?: string },
  of: Range,
  { isOn, isRead = isOn, poll }: { isOn: boolean; isRead?: boolean; poll: false | (() => number) },
) {
  const isKnown = isRead && dayCount(of) <= maxDays;
  const query = { ...scope, ...of };
  const report = useQuery({
    queryKey: ['traffic', query],
    queryFn: () => call('reportTraffic', { query }),
    enabled: isKnown,
    refetchInterval: poll,
  });
  const isFailed = isKnown && report.isError && !report.data;
  return {
    isOn,
    isTooLong: isRead && !isKnown,
    isFailed,
    isApplied: isOn && isKnown && !isFailed,
    report: report.data,
    rates: report.data?.[isOn ? 'people' : 'all'],
  };
}
export type People = ReturnType<typeof usePeople>;

export function leftOutOf({ isApplied, report }: People): { ad: number; organic: number } | null {
  if (!isApplied) return { ad: 0, organic: 0 };
  if (!report) return null;
  const { people, all } = report;
  const ad = all.ad_clicks - people.ad_clicks;
  return { ad, organic: all.clicks - people.clicks - ad };
}

export function peopleText(people: People, of: 'ad' | 'all'): string {
  const subject = of === 'ad' ? 'Ad clicks and their rate are' : 'Sessions and their rates are';
  if (!people.isOn) return `${subject} of all visitors, bots and your staff included.`;
  const unknown = `${subject} of all visitors: which of them are people`;
  if (people.isTooLong) return `${unknown} is reported for at most ${maxDays} days.`;
  if (people.isFailed) return `${unknown} could not be loaded.`;
  const out = leftOutOf(people);
  // A placeholder reserves the width of the count, so that nothing moves when the count arrives.
  const count = out ? countText(of === 'ad' ? out.ad : out.ad + out.organic) : '…';
  if (count === '0') return `${subject} of people. No ${of === 'ad' ? 'ad clicks' : 'sessions'} of bots or your staff were left out.`;
  return `${subject} of people. Left out: ${count} of bots and your staff.`;
}
