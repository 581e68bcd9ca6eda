import { users } from '#shared/accounts/needs.ts';
import type { Context } from '#shared/aws/context.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import { adDaysIn } from './store/ad-days.ts';
import { assistantAdsIn } from './store/assistant-ads.ts';
import { assistantReportsIn } from './store/assistant-reports.ts';

export const adDays = ({ analysis, now }: Context) => adDaysIn(analysis(), { now });
export const assistantAds = ({ accounts, now }: Context) => assistantAdsIn(accounts(), { now });
export const reports = ({ analysis, now }: Context) => assistantReportsIn(analysis(), { now });

export const startReportNeeds = { assistantAds, reports, tasks: userTasks, users };
