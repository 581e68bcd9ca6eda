import { assistantAdsIn } from '#shared/data/assistant-ads.ts';
import { assistantReportsIn } from '#shared/data/assistant-reports.ts';
import { userTasksIn } from '#shared/data/user-tasks.ts';
import { usersIn } from '#shared/data/users.ts';
import { leanBase } from './base.ts';
import type { Host } from './host.ts';

/** The dependencies of the job that begins reports of the assistant's ads. Costs no call. */
export function makeAssistantAdsDeps(host: Host = {}) {
  const { now, accounts, analysis } = leanBase(host);
  return {
    assistantAds: assistantAdsIn(accounts(), { now }),
    users: usersIn(accounts()),
    reports: assistantReportsIn(analysis()),
    tasks: userTasksIn(analysis(), { now }),
  };
}
