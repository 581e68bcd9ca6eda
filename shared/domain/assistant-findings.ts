import type { AssistantAd } from './assistant-account.ts';
import {
  type CampaignFigures,
  clickRate,
  costPerClick,
  type Figures,
  type Spans,
} from './assistant-report.ts';

/** Something that a person would want to know of a day. `subject` names the campaign or ad; empty for the whole account. */
export type ReportFinding = {
  kind:
    | 'ad_rejected'
    | 'serving_issue'
    | 'no_delivery'
    | 'budget_used'
    | 'click_rate_changed'
    | 'click_cost_changed'
    | 'no_conversions';
  severity: 'problem' | 'notice' | 'good';
  subject: string;
  text: string;
};

/** A change smaller than this, or over fewer clicks, is likely to be chance. */
const leastChangePercent = 25;
const leastClicks = 50;
/** From this share of its budget on, a campaign may have stopped before the day was over. */
const usedPercent = 95;

type Given = { campaigns: readonly CampaignFigures[]; ads: readonly AssistantAd[]; total: Spans };

/** What stands out, problems first. */
export function findingsOf({ campaigns, ads, total }: Given): ReportFinding[] {
  const found: ReportFinding[] = [];
  for (const { title, reviewStatus, servingIssues } of ads) {
    if (reviewStatus === 'rejected')
      found.push({
        ...{ kind: 'ad_rejected', severity: 'problem', subject: title },
        text: 'The assistant rejected this ad: it is not shown until it is changed and approved.',
      });
    else if (servingIssues.length > 0)
      found.push({
        ...{ kind: 'serving_issue', severity: 'problem', subject: title },
        text: `This ad may not be shown: ${servingIssues.join(', ').replaceAll('_', ' ')}.`,
      });
  }
  for (const { name, status, day, week, weekBefore, dailyBudgetMicros } of campaigns) {
    if (status === 'active' && day.impressions === 0 && week.impressions + weekBefore.impressions > 0)
      found.push({
        ...{ kind: 'no_delivery', severity: 'problem', subject: name },
        text: 'An active campaign was not shown at all on this day, though it was before.',
      });
    if (dailyBudgetMicros && day.spendMicros >= (dailyBudgetMicros * usedPercent) / 100)
      found.push({
        ...{ kind: 'budget_used', severity: 'notice', subject: name },
        text: 'The daily budget was used up: the campaign may have stopped before the day was over.',
      });
    if (week.clicks >= leastClicks && week.conversions === 0 && week.spendMicros > 0)
      found.push({
        ...{ kind: 'no_conversions', severity: 'notice', subject: name },
        text: `${week.clicks} clicks in seven days, and no conversion.`,
      });
  }
  found.push(...changes('', total));
  const order = { problem: 0, notice: 1, good: 2 };
  return found.sort((a, b) => order[a.severity] - order[b.severity]);
}

/** How the week compares with the one before. */
function changes(subject: string, { week, weekBefore }: Spans): ReportFinding[] {
  if (week.clicks < leastClicks || weekBefore.clicks < leastClicks) return [];
  const rate = percentOf(clickRate, week, weekBefore);
  const cost = percentOf(costPerClick, week, weekBefore);
  return [
    ...(Math.abs(rate) < leastChangePercent
      ? []
      : [
          {
            ...{ kind: 'click_rate_changed' as const, subject },
            severity: rate > 0 ? ('good' as const) : ('notice' as const),
            text: `The click rate of seven days is ${said(rate)} that of the seven before.`,
          },
        ]),
    ...(Math.abs(cost) < leastChangePercent
      ? []
      : [
          {
            ...{ kind: 'click_cost_changed' as const, subject },
            severity: cost < 0 ? ('good' as const) : ('notice' as const),
            text: `A click of these seven days costs ${said(cost)} one of the seven before.`,
          },
        ]),
  ];
}

function percentOf(of: (figures: Figures) => number | null, now: Figures, before: Figures): number {
  const [later, earlier] = [of(now), of(before)];
  return later === null || !earlier ? 0 : Math.round((100 * (later - earlier)) / earlier);
}

const said = (percent: number) => `${Math.abs(percent)} % ${percent > 0 ? 'above' : 'below'}`;
