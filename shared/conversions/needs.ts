import type { Context } from '#shared/aws/context.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import { ingestLimiterOf, ingestLimitOf, pixelLimiterOf } from './event-limiters.ts';
import { accountSettingsIn } from './store/account-settings.ts';
import { clicksIn } from './store/clicks.ts';
import { conflictAlertsIn } from './store/conflict-alerts.ts';
import { conversionsIn } from './store/conversions.ts';
import { eventIndexIn } from './store/event-index.ts';
import { identitiesIn } from './store/identities.ts';
import { ingestLimitsIn } from './store/ingest-limits.ts';

export const accountSettings = ({ attribution, env, now }: Context) =>
  accountSettingsIn(attribution(), { now, cacheSeconds: env.KEY_CACHE_SECONDS });
export const clicks = ({ attribution }: Context) => clicksIn(attribution());
export const conflictAlerts = ({ attribution, now }: Context) => conflictAlertsIn(attribution(), { now });
export const conversions = ({ attribution }: Context) => conversionsIn(attribution());
export const eventIndex = ({ attribution }: Context) => eventIndexIn(attribution());
export const identities = ({ attribution }: Context) => identitiesIn(attribution());
export const ingestLimiter = ({ env, attribution, now }: Context) => ingestLimiterOf(env, attribution(), now);
export const ingestLimits = ({ attribution }: Context) => ingestLimitsIn(attribution());
export const defaultIngestLimit = ({ env }: Context) => ingestLimitOf(env);
export const logBudget = ({ now }: Context) => tokenBuckets({ burst: 50, perSecond: 20, now });
export const pixelLimiter = ({ env, attribution, now }: Context) => pixelLimiterOf(env, attribution(), now);
