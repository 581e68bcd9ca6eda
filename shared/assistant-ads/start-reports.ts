import type { Users } from '#shared/accounts/store/users.ts';
import { dayBefore } from '#shared/assistant-ads/rules/assistant-figures.ts';
import type { AssistantAdAccount, AssistantAds } from '#shared/assistant-ads/store/assistant-ads.ts';
import type { AssistantReports } from '#shared/assistant-ads/store/assistant-reports.ts';
import type { UserTasks } from '#shared/tasks/store/user-tasks.ts';
import { hours } from '#shared/values/durations.ts';
import { sha256 } from '#shared/values/ids.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import type { JobEvent } from '#shared/worker/job.ts';

export type AssistantAdsDeps = {
  assistantAds: Pick<AssistantAds, 'enabled'>;
  users: Pick<Users, 'byId'>;
  reports: Pick<AssistantReports, 'page' | 'notifyTeam'>;
  tasks: Pick<UserTasks, 'start' | 'last'>;
};

const maxNamed = 20;

/** This many hours after its end in UTC, the day is over in every time zone. */
const lastZoneHours = 12;

/** A report of `withoutMail` is stored and its owner has no mail about it. */
type Run = Pick<JobEvent, 'scheduledAt'> & { withoutMail?: boolean };

/** Later runs retry failed reports and notify the team. A report without progress fails after an hour. */
export async function startReports(
  run: Run,
  deps: AssistantAdsDeps,
): Promise<{ day: string; begun: number; done: number; skipped: number }> {
  const { scheduledAt } = run;
  const latest = new Date(Date.parse(scheduledAt) - hours(lastZoneHours));
  const day = dayBefore(latest.toISOString().slice(0, 10), 1);
  const isFirst = latest.getUTCHours() < 3;
  const failed: number[] = [];
  const failures: unknown[] = [];
  let startedReports = 0;
  let existingReports = 0;
  let skipped = 0;
  for await (const account of deps.assistantAds.enabled()) {
    try {
      const user = await deps.users.byId(ownerOf(account.userId));
      if (!user?.isActive) skipped++;
      else if (await hasReport(account, day, deps)) existingReports++;
      else {
        if (await startReport(account, day, run, deps)) failed.push(account.userId);
        startedReports++;
      }
    } catch (error) {
      failures.push(error);
    }
  }
  if (!isFirst && failed.length > 0) {
    const userIds = failed.slice(0, maxNamed).join(', ');
    const text = `Assistant ads: ${failed.length} of ${startedReports + existingReports} accounts had no report of ${day} by ${scheduledAt}, because it failed. It is started again. Users: ${userIds}${failed.length > maxNamed ? ' and others' : ''}.`;
    await deps.reports.notifyTeam(scheduledAt, text);
  }
  if (failures.length > 0) throw failures[0];
  return { day, begun: startedReports, done: existingReports, skipped };
}

async function hasReport({ userId, accountId }: AssistantAdAccount, day: string, deps: AssistantAdsDeps) {
  const { reports } = await deps.reports.page(userId, { before: undefined, limit: 5 });
  return reports.some((report) => report.day === day && (accountId ?? report.accountId) === report.accountId);
}

async function startReport(
  { userId, accountId, credentialRef }: AssistantAdAccount,
  day: string,
  { scheduledAt, withoutMail }: Run,
  { tasks }: AssistantAdsDeps,
): Promise<boolean> {
  const job = 'assistant_report';
  const name = [userId, accountId ?? credentialRef ?? '', day];
  const subject = name.slice(1).join('#');
  const id = `ar_${sha256(JSON.stringify([...name, scheduledAt])).slice(0, 32)}`;
  const last = await tasks.last(job, userId, subject);
  if (last?.id === id) return last.parameters.follows_failure === true;
  const follows_failure = last?.status === 'failed';
  await tasks.start({
    job,
    id,
    userId,
    subject,
    parameters: { day, account_id: accountId, follows_failure, ...(withoutMail && { without_mail: true }) },
  });
  return follows_failure;
}
