import type { UseQueryResult } from '@tanstack/react-query';
import type { Answer } from '../core/api.ts';
import type { Range } from '../kit/dates.ts';
import { type FilterSearch, isByAd } from '../kit/filter.ts';
import { changeOf, countText, moneyText, percentText, pointsOf } from '../kit/money.ts';
import { leftOutOf, type People } from '../kit/people.ts';
import { byCustomer, inRange, type Measure, type ReportRow, totalsOf } from '../kit/report-rows.ts';
import { Tile, Tiles } from '../kit/tiles.tsx';

type Funnel = Answer<'reportFunnel'>;
type FunnelQuery = UseQueryResult<Funnel>;

/**
 * A sum covers the whole period, and its change the whole days of it, because today is not over. A share and its change
 * both cover the whole period.
 */
export function Figures({
  rows,
  rowsBefore,
  currency,
  filters,
  compared,
  range,
  funnel,
  funnels: [funnelNow, funnelBefore],
  people,
  peoples: [peopleNow, peopleBefore],
  isNet,
  courseOf,
}: {
  rows: readonly ReportRow[];
  rowsBefore: readonly ReportRow[] | undefined;
  currency: string;
  filters: FilterSearch;
  compared: { now: Range; before: Range } | null;
  range: Range;
  funnel: FunnelQuery;
  funnels: readonly [now: FunnelQuery, before: FunnelQuery];
  people: People;
  peoples: readonly [now: People, before: People];
  isNet: boolean;
  courseOf: (measure: Measure) => (number | null)[];
}) {
  const total = totalsOf(rows, currency);
  const ofCustomers = totalsOf(byCustomer(rows), currency);
  const inCurrency = rows.filter((row) => row.currency === currency).reduce((sum, { count }) => sum + count, 0);
  const now = compared && totalsOf(inRange(rows, compared.now), currency);
  const past = compared && rowsBefore && totalsOf(inRange(rowsBefore, compared.before), currency);
  const later = compared ? 'loading' : undefined;
  const isUnlike = Boolean(
    compared && rowsBefore && 2 * daysWith(inRange(rowsBefore, compared.before)) < daysWith(inRange(rows, compared.now)),
  );
  const changeIn = (later: number, earlier: number) =>
    isUnlike && earlier !== 0 ? ({ kind: 'unlike' } as const) : changeOf(later, earlier);
  const ofSums = compared && compared.now.to < range.to ? { versus: 'whole days' } : {};
  const isOfAds = isByAd(filters);
  const [first, second] = compared ? [funnelNow.data, funnelBefore.data] : [];
  const sessions = sessionsOf(funnel.data, people);
  const [sessionsNow, sessionsBefore] = [sessionsOf(first, peopleNow), sessionsOf(second, peopleBefore)];
  const [rate, rateBefore] = [rateOf(people), rateOf(peopleBefore)];
  const isCompared = sessionsNow !== null && sessionsBefore !== null && peopleNow.isApplied === peopleBefore.isApplied;
  const ofFunnel = (text: (data: Funnel) => string) => (funnel.data ? text(funnel.data) : funnel.isError ? 'Not loaded' : null);
  const ofSessions = (text: (count: number) => string) =>
    sessions !== null ? text(sessions) : funnel.isError && !funnel.data ? 'Not loaded' : null;
  return (
    <Tiles>
      <Tile
        label={isNet ? 'Attributed net value' : 'Attributed value'}
        value={moneyText(total.value, currency)}
        course={courseOf({ kind: 'value', currency })}
        change={now && past ? changeIn(Number(now.value), Number(past.value)) : later}
        {...ofSums}
        note={ofCustomers.count > 0 ? `Of it by user ID: ${moneyText(ofCustomers.value, currency)}` : undefined}
      />
      <Tile
        label="Conversions"
        value={countText(total.count)}
        course={courseOf({ kind: 'count' })}
        change={now && past ? changeIn(now.count, past.count) : later}
        {...ofSums}
        note={inCurrency < total.count ? `${countText(inCurrency)} of them in ${currency}` : undefined}
      />
      <Tile
        label="Ad clicks"
        value={ofSessions(countText)}
        change={isCompared ? changeIn(sessionsNow, sessionsBefore) : later}
        {...ofSums}
        note={isOfAds ? 'Of all campaigns' : undefined}
      />
      <Tile
        label="Conversion rate"
        hint="Conversions of the ad clicks of these days, divided by the clicks. The newest clicks can still earn."
        value={isOfAds || people.isTooLong ? '–' : people.isFailed ? 'Not loaded' : rate === undefined ? null : shareText(rate)}
        change={
          people.isFailed || peopleBefore.isFailed
            ? undefined
            : compared && !isOfAds && rate !== undefined && rateBefore !== undefined
              ? pointsOf(rate, rateBefore)
              : later
        }
        note={isOfAds ? 'Clicks are not counted by campaign' : people.report && `${people.report.conversion}, by the day of the click`}
      />
      <Tile
        label="Attributed share"
        hint="Share of all accepted events that an ad click earned, on arrival or later."
        value={ofFunnel(({ quality }) => shareText(quality.attributed_share))}
        change={funnel.data && second ? pointsOf(funnel.data.quality.attributed_share, second.quality.attributed_share) : later}
        note="Of all events, by the day they arrived"
      />
    </Tiles>
  );
}

function sessionsOf(funnel: Funnel | undefined, people: People): number | null {
  const out = leftOutOf(people);
  return funnel && out ? Math.max(0, funnel.sessions.ad - out.ad) : null;
}

/** The rate is `undefined` until it is loaded, and `null` without ad clicks. */
const rateOf = ({ rates }: People): number | null | undefined =>
  rates && (rates.ad_conversion_rate === null ? null : Number(rates.ad_conversion_rate));

const daysWith = (rows: readonly ReportRow[]) => new Set(rows.map(({ day }) => day)).size;
const shareText = (share: number | null) => (share === null ? '–' : percentText(share));
