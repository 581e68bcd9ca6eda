import type { AssistantAd } from './assistant-account.ts';
import type { CampaignFigures } from './assistant-figures.ts';
import { changePercent, clickRate, costPerClick, type Spans } from './assistant-figures.ts';

export type ReportFinding = {
  kind: 'ad_rejected' | 'serving_issue' | 'no_delivery' | 'budget_used' | 'click_rate_changed' | 'click_cost_changed' | 'no_conversions';
  severity: 'problem' | 'notice' | 'good';
  subject: string;
  text: string;
};

/** A smaller change from week to week is likely to be chance. */
const minChangePercent = 25;
const minClicks = 50;
const usedPercent = 95;
const maxNamed = 10;

type Given = {
  campaigns: readonly CampaignFigures[];
  ads: readonly (AssistantAd & { campaignId: string })[];
  total: Spans;
};

export function findingsOf(figures: Given): { findings: ReportFinding[]; problems: number } {
  const all = [...ofAds(figures), ...figures.campaigns.flatMap(ofCampaign), ...ofAccount(figures.total)];
  const kinds = Map.groupBy(all, ({ kind }) => kind).values();
  const findings = [...kinds].flatMap((alike) => {
    const [first] = alike;
    const more = alike.length - maxNamed;
    return more <= 0 || !first ? alike : [...alike.slice(0, maxNamed), { ...first, subject: '', text: `And ${more} more like these.` }];
  });
  const order = { problem: 0, notice: 1, good: 2 };
  return {
    findings: findings.sort((a, b) => order[a.severity] - order[b.severity]),
    problems: all.filter(({ severity }) => severity === 'problem').length,
  };
}

function ofAds({ campaigns, ads }: Given): ReportFinding[] {
  const running = new Map(campaigns.filter(({ status }) => status === 'active').map(({ id, name }) => [id, name]));
  return ads
    .filter(({ status, campaignId }) => status === 'active' && running.has(campaignId))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap(({ title: subject, campaignId, reviewStatus, servingIssues }): ReportFinding[] => {
      const severity = 'problem';
      const which = `This ad of the campaign “${running.get(campaignId)}”`;
      if (reviewStatus === 'rejected') {
        const text = `${which} was rejected: it is not shown until it is changed and approved.`;
        return [{ kind: 'ad_rejected', severity, subject, text }];
      }
      const issues = servingIssues.join(', ').replaceAll('_', ' ');
      const text = `${which} may not be shown: ${issues}.`;
      return issues ? [{ kind: 'serving_issue', severity, subject, text }] : [];
    });
}

function ofCampaign(campaign: CampaignFigures): ReportFinding[] {
  const { id, name: subject, status, day, week, weekBefore, dailyBudgetMicros } = campaign;
  const findings: ReportFinding[] = [];
  if (status === 'active' && day.impressions === 0 && week.impressions + weekBefore.impressions > 0) {
    const text = 'An active campaign was not shown at all on this day, though it was before.';
    findings.push({ kind: 'no_delivery', severity: 'problem', subject, text });
  }
  if (dailyBudgetMicros && day.spendMicros * 100 >= dailyBudgetMicros * usedPercent) {
    const text = 'The daily budget was used up: the campaign may have stopped before the day was over.';
    findings.push({ kind: 'budget_used', severity: 'notice', subject, text });
  }
  if (id && week.clicks >= minClicks && week.conversions === 0) {
    const text = `${week.clicks} clicks in seven days, and no conversion.`;
    findings.push({ kind: 'no_conversions', severity: 'notice', subject, text });
  }
  return findings;
}

function ofAccount({ week, weekBefore }: Spans): ReportFinding[] {
  if (week.clicks < minClicks || weekBefore.clicks < minClicks) return [];
  const findings: ReportFinding[] = [];
  const rate = changePercent(clickRate(week), clickRate(weekBefore));
  if (rate !== null && Math.abs(rate) >= minChangePercent) {
    const text = `The click rate of seven days is ${differenceText(rate)} that of the seven before.`;
    findings.push({ kind: 'click_rate_changed', severity: rate > 0 ? 'good' : 'notice', subject: '', text });
  }
  const cost = changePercent(costPerClick(week), costPerClick(weekBefore));
  if (cost !== null && Math.abs(cost) >= minChangePercent) {
    const text = `A click of these seven days costs ${differenceText(cost)} one of the seven before.`;
    findings.push({ kind: 'click_cost_changed', severity: cost < 0 ? 'good' : 'notice', subject: '', text });
  }
  return findings;
}

const differenceText = (percent: number) => `${Math.abs(percent)} % ${percent > 0 ? 'above' : 'below'}`;
