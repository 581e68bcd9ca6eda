import { usersIn } from '#shared/accounts/store/users.ts';
import { assistantAdsIn } from '#shared/assistant-ads/store/assistant-ads.ts';
import { assistantReportsIn } from '#shared/assistant-ads/store/assistant-reports.ts';
import { createContext } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { userTasksIn } from '#shared/tasks/store/user-tasks.ts';

export function makeAssistantAdsDeps(host: Overrides = {}) {
  const { now, accounts, analysis } = createContext(host);
  return {
    assistantAds: assistantAdsIn(accounts(), { now }),
    users: usersIn(accounts()),
    reports: assistantReportsIn(analysis()),
    tasks: userTasksIn(analysis(), { now }),
  };
}
