import { type AssistantReport, assistantReport } from '#shared/assistant-ads/rules/assistant-report.ts';
import type { AdDays } from '#shared/assistant-ads/store/ad-days.ts';
import type { AssistantAds } from '#shared/assistant-ads/store/assistant-ads.ts';
import { type AssistantReports, reportFile, type StoredReport } from '#shared/assistant-ads/store/assistant-reports.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import type { RecordedLlm } from '#shared/llm/recorded-llm.ts';
import type { EffectOf } from '#shared/messages/effects.ts';
import { webhookEvent } from '#shared/messages/webhook-event.ts';
import type { UserTasks } from '#shared/tasks/store/user-tasks.ts';
import { type TaskEnd, TaskFailed, type TaskRun } from '#shared/tasks/user-task.ts';
import { type AccountId, ownerOf } from '#shared/values/tenant.ts';
import type { AssistantAdsAccount } from './assistant-ads.ts';
import { type FeedDeps, feedSpend } from './feed-spend.ts';
import { narrated } from './narrate.ts';
import { readAccount } from './read-account.ts';
import { reportFigures } from './report-figures.ts';
import { formatsOf } from './report-formats.ts';
import { reportPage } from './report-page.ts';

export type AssistantReportDeps = FeedDeps & {
  tasks: UserTasks;
  assistantAds: Pick<AssistantAds, 'byUser'>;
  adDays: AdDays;
  reports: AssistantReports;
  files: Pick<ObjectStore, 'put'>;
  llm: RecordedLlm;
  /** `credentialRef` names the key's entry, and `null` means our own key. */
  openAccount(source: { accountId: string | null; credentialRef: string | null }): AssistantAdsAccount;
};

export async function makeAssistantReport(run: TaskRun, deps: AssistantReportDeps): Promise<TaskEnd> {
  const { userId, parameters } = run.task;
  const day = String(parameters.day);
  const adAccount = await deps.assistantAds.byUser(userId);
  const { accountId, credentialRef } = adAccount ?? { accountId: null, credentialRef: null };
  if (!adAccount?.isEnabled || (accountId ?? '') !== String(parameters.account_id ?? ''))
    throw new TaskFailed('The assistant ads of this account were switched off meanwhile.');

  await run.report('downloading', 10);
  const api = deps.openAccount({ accountId, credentialRef });
  const reading = await readAccount({ userId, accountId, day }, api, deps);
  await feedSpend(userId, reading, deps);
  const { id } = reading.account;
  if (await deps.reports.byDay(userId, id, day)) return { result: { account_id: id, day } };

  await run.report('analysing', 50);
  const figures = assistantReport(reading, day);
  const report = { ...figures, narrative: await narrated(run, figures, deps) };

  await run.report('storing', 80);
  const file = reportFile({ userId, accountId: id, day });
  await Promise.all([
    deps.files.put(`${file}.html`, reportPage(report), { contentType: 'text/html; charset=utf-8' }),
    deps.files.put(`${file}.json`, JSON.stringify(reportFigures(report)), {
      contentType: 'application/json',
    }),
  ]);
  const reportItem = storedReport(userId, report, new Date(deps.now()).toISOString());
  const mails = parameters.without_mail ? [] : [mailOf(reportItem)];
  return {
    result: { account_id: id, day },
    parts: [deps.reports.part(reportItem, [...mails, eventOf(reportItem)])],
  };
}

const storedReport = (userId: AccountId, report: AssistantReport, createdAt: string): StoredReport => ({
  userId,
  accountId: report.account.id,
  accountName: report.account.name,
  day: report.day,
  currency: report.account.currency,
  spendMicros: report.total.day.spendMicros,
  clicks: report.total.day.clicks,
  conversions: report.total.day.conversions,
  headline: report.narrative?.headline ?? '',
  problems: report.problems,
  createdAt,
});

function mailOf(report: StoredReport): EffectOf<'mail'> {
  const { userId, accountId, day, currency, spendMicros, clicks, conversions, problems, headline } = report;
  const { money, count } = formatsOf(currency);
  const countText = (many: number, noun: string) => `${count(many)} ${noun}${many === 1 ? '' : 's'}`;
  return {
    kind: 'mail',
    id: `assistant_report#${userId}#${accountId}#${day}`,
    to_user: ownerOf(userId),
    template: 'assistant_report',
    data: {
      account_id: accountId,
      day,
      headline,
      figures: `${countText(clicks, 'click')} and ${countText(conversions, 'conversion')} for ${money(spendMicros)} on this day.`,
      problems: problems === 0 ? '' : `${countText(problems, 'thing')} in the report ${problems === 1 ? 'needs' : 'need'} you.`,
    },
  };
}

const eventOf = ({ userId, accountId, accountName, day, createdAt, headline, problems }: StoredReport) =>
  webhookEvent('report.ready', `${userId}#${accountId}#${day}`, {
    accountId: userId,
    at: createdAt,
    data: { ad_account_id: accountId, ad_account_name: accountName, day, headline, problems },
  });
