import type { CountedCell } from '#shared/cells/rules/cells.ts';
import { type Evidence, evidenceOf, joinLevels, oursAt, type SpendAlias, theirNames } from '#shared/spend/rules/joins.ts';
import type { CountedDay } from '#shared/spend/store/spend-days.ts';
import { isLess } from '#shared/values/decimal.ts';
import type { ReportDays } from '#shared/values/quarter-hours.ts';
import { adKey, type ClickedNames, clickSide, type JoinedSpend, spendSide } from './join-sides.ts';
import { joinLimits } from './limits.ts';

/** A proposed partner. Nothing is joined by evidence alone. */
export type Candidate<T> = { of: T; evidence: Evidence; hasSpend: boolean };
type WithCandidates<T, Other> = { of: T; candidates: Candidate<Other>[] };
export type SpendJoins = {
  joined: JoinedSpend[];
  spendWithoutClicks: { count: number; largest: WithCandidates<JoinedSpend, ClickedNames>[] };
  clicksWithoutSpend: { count: number; largest: WithCandidates<ClickedNames, JoinedSpend>[] };
};

/**
 * Joins as the performance report does: a row joins human clicks of the days around its own, by every name that its
 * ids have there. `days` and `cells` reach beyond the days of the answer.
 */
export function spendJoins(
  days: readonly CountedDay[],
  cells: readonly CountedCell[],
  { reportDays, windows }: { reportDays: ReportDays; windows: readonly ReportDays[] },
  aliases: readonly SpendAlias[],
  onComparisons: (times: number) => void = () => {},
  onPairs: (pairs: number) => void = () => {},
): SpendJoins {
  const ours = clickSide(cells, reportDays);
  const { theirs, withSpend } = spendSide(days, cells, { reportDays, windows }, aliases, onComparisons);
  const keysWithSpend = new Set([...withSpend].map(adKey));
  const hasSpend = (one: ClickedNames) => keysWithSpend.has(adKey(one));
  const lonelyRows = theirs
    .filter(({ isJoined }) => !isJoined)
    .sort((a, b) => Number(isLess(a.spend, b.spend)) - Number(isLess(b.spend, a.spend)));
  const sortedOurs = ours.toSorted(
    (a, b) => b.conversions - a.conversions || b.clicks - a.clicks || (namesText(a) < namesText(b) ? -1 : 1),
  );
  const lonelyClicks = sortedOurs.filter((one) => !hasSpend(one));
  // An ad that has spend may have a new name at its network, so its own name must agree.
  const renamed = new Set(sortedOurs.filter(hasSpend).slice(0, joinLimits.compared));
  const clickCandidates = [...lonelyClicks.slice(0, joinLimits.compared), ...renamed];
  const rowCandidates = lonelyRows.slice(0, joinLimits.compared);
  const pairs = Math.min(lonelyRows.length, joinLimits.listed) * clickCandidates.length;
  onPairs(pairs + Math.min(lonelyClicks.length, joinLimits.listed) * rowCandidates.length);
  function evidenceFor(one: ClickedNames, row: JoinedSpend): Evidence | null {
    const why = evidence(one, row);
    return why && renamed.has(one) && why.nameDistance !== 0 && !why.contains ? null : why;
  }
  return {
    joined: theirs.filter(({ isJoined }) => isJoined),
    spendWithoutClicks: {
      count: lonelyRows.length,
      largest: lonelyRows.slice(0, joinLimits.listed).map((row) => ({
        of: row,
        candidates: nearest(clickCandidates, (one) => evidenceFor(one, row)).map((candidate) => ({
          ...candidate,
          hasSpend: renamed.has(candidate.of),
        })),
      })),
    },
    clicksWithoutSpend: {
      count: lonelyClicks.length,
      largest: lonelyClicks.slice(0, joinLimits.listed).map((one) => ({
        of: one,
        candidates: nearest(rowCandidates, (row) => evidence(one, row)).map((candidate) => ({
          ...candidate,
          hasSpend: true,
        })),
      })),
    },
  };
}

const namesText = ({ pixelKey, campaign, adGroup, adId }: ClickedNames) =>
  JSON.stringify([pixelKey, campaign ?? '', adGroup ?? '', adId ?? '']);

function evidence(ours: ClickedNames, row: JoinedSpend): Evidence | null {
  if (row.pixelKey !== null && row.pixelKey !== ours.pixelKey) return null;
  const finestLevel = joinLevels.find((level) => level === row.level);
  const value = finestLevel && oursAt(ours, finestLevel);
  const shared = [...ours.days].filter((day) => row.days.has(day)).length;
  return finestLevel && value ? evidenceOf(value, theirNames(row)[finestLevel], shared) : null;
}

/** Names that differ too much to have a distance come after all names with a distance. */
const noDistance = 9;

function nearest<T>(all: readonly T[], evidenceFor: (item: T) => Evidence | null) {
  return all
    .flatMap((of) => {
      const why = evidenceFor(of);
      return why ? [{ of, evidence: why }] : [];
    })
    .sort(
      ({ evidence: a }, { evidence: b }) => (a.nameDistance ?? noDistance) - (b.nameDistance ?? noDistance) || b.sharedDays - a.sharedDays,
    )
    .slice(0, joinLimits.candidates);
}
