import type { Figures, Spans } from '#shared/assistant-ads/rules/assistant-figures.ts';
import type { AssistantReport } from '#shared/assistant-ads/rules/assistant-report.ts';
import { decimalOfMicros } from './report-formats.ts';

export function reportFigures(report: AssistantReport) {
  const { account, day, total, series, campaigns, bestAds, findings, problems, narrative } = report;
  const money = (micros: number) => decimalOfMicros(micros, account.currency);
  const figures = ({ impressions, clicks, spendMicros, conversions }: Figures) => ({
    impressions,
    clicks,
    spend: money(spendMicros),
    conversions,
  });
  const spans = (of: Spans) => ({
    day: figures(of.day),
    week: figures(of.week),
    week_before: figures(of.weekBefore),
  });
  const { id, name, timeZone, currency } = account;
  return {
    account: { id, name, time_zone: timeZone, currency },
    day,
    total: spans(total),
    series: series.map((dayFigures) => ({ day: dayFigures.day, ...figures(dayFigures) })),
    campaigns: campaigns.map(({ id, name, status, dailyBudgetMicros, ...of }) => ({
      id,
      name,
      status,
      daily_budget: dailyBudgetMicros === null ? null : money(dailyBudgetMicros),
      ...spans(of),
    })),
    best_ads: bestAds.map(({ id, title, campaign, week }) => ({ id, title, campaign, week: figures(week) })),
    findings,
    problems,
    narrative,
  };
}
