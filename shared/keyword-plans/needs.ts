import type { Context } from '#shared/aws/context.ts';
import { keywordPlansIn } from './store/keyword-plans.ts';

export const plans = ({ analysis }: Context) => keywordPlansIn(analysis());
export const keywordPlans = ({ env }: Context) => ({
  perHour: env.KEYWORD_PLANS_PER_HOUR,
  unverifiedPerDay: env.UNVERIFIED_PLANS_PER_DAY,
});
