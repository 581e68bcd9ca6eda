import type { Context } from '#shared/aws/context.ts';
import { competitorsIn } from './store/competitors.ts';

export const competitors = ({ analysis }: Context) => competitorsIn(analysis());
export const discoveries = ({ env }: Context) => ({
  perHour: env.DISCOVERIES_PER_HOUR,
  unverifiedPerDay: env.UNVERIFIED_DISCOVERIES_PER_DAY,
});
export const syncSeconds = ({ env }: Context) => env.DISCOVERY_SYNC_SECONDS;
