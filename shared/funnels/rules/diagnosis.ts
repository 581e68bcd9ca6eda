import type { Counter } from '#shared/reports/rules/counters-by-day.ts';
import { brokenLinkFindings, macroFindings, untaggedFindings } from './click-findings.ts';
import { uncountedFindings } from './event-types.ts';
import { fallFindings } from './falls.ts';
import { type Finding, type Funnel, funnelOf } from './funnel.ts';
import { gapFindings } from './gaps.ts';
import { conflictFindings, earlyFindings, sameSaleFindings } from './losses.ts';
import { minimumFindings } from './minimum.ts';
import { type Quality, qualityOf } from './quality.ts';
import { qualityFindings } from './quality-findings.ts';
import { reasonIn } from './unattributed.ts';

const weight: Record<Finding['severity'], number> = { critical: 0, warning: 1, info: 2 };

/** Over years, some day falls by chance, so the comparison has this limit. */
const comparedDays = 92;

/** Today is incomplete and would look like a fall, so it is excluded. */
export function diagnosisOf(
  counters: readonly Counter[],
  { days, today, countedToday }: { days: readonly string[]; today: string; countedToday: readonly string[] | null },
): { funnel: Funnel; quality: Quality; findings: Finding[] } {
  const funnel = funnelOf(counters, days);
  const wholeDays = funnelOf(counters, days.filter((day) => day < today).slice(-comparedDays));
  const { quality, volumes } = qualityOf(counters);
  const findings = [
    ...conflictFindings(counters, volumes.accepted),
    ...uncountedFindings(counters, countedToday),
    ...sameSaleFindings(counters),
    ...macroFindings(counters, funnel),
    ...brokenLinkFindings(counters, funnel),
    ...untaggedFindings(counters, funnel),
    ...gapFindings(funnel),
    ...fallFindings(wholeDays),
    ...qualityFindings(quality, volumes),
    ...earlyFindings(counters, volumes.accepted),
    ...minimumFindings(funnel, volumes.accepted),
  ].sort((a, b) => weight[a.severity] - weight[b.severity]);
  return { funnel, quality, findings };
}

export function logDaysOf(
  counters: readonly Counter[],
  { outcome, eventType, reason }: NonNullable<Finding['log']>,
): { first: string; last: string } | null {
  const isShown = ({ metric, detail }: Counter) => {
    if (eventType !== undefined) {
      const isTyped = metric === 'type' || metric === 'credited_by_user';
      const [type, state] = isTyped ? detail.split('|') : [];
      if (type === eventType) return outcome !== 'matched' || state !== 'unmatched';
      return outcome === undefined && metric === 'server' && detail === eventType;
    }
    if (outcome === 'conflict' || outcome === 'duplicate' || outcome === 'rejected') return metric === outcome;
    if (outcome === 'unmatched')
      return metric === 'outcome' && detail !== 'matched' && (reason === undefined || reasonIn(detail).reason === reason);
    if (outcome === 'matched') return (metric === 'outcome' && detail === 'matched') || metric === 'late_match';
    return metric === 'outcome';
  };
  const days = counters
    .filter(isShown)
    .map(({ day }) => day)
    .sort();
  return days.length > 0 ? { first: days[0] as string, last: days.at(-1) as string } : null;
}
