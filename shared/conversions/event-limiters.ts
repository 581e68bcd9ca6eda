import { eventCountersIn } from '#shared/conversions/store/event-counters.ts';
import { ingestLimitsIn } from '#shared/conversions/store/ingest-limits.ts';
import type { Env } from '#shared/env.ts';
import { type EventLimit, type EventLimiter, eventLimiter } from '#shared/limits/event-limiter.ts';
import { log } from '#shared/log.ts';
import type { Table } from '#shared/store/table.ts';
import type { AccountId } from '#shared/values/tenant.ts';

type Now = () => number;

export const ingestLimitOf = (env: Env) => ({
  perSecond: env.INGEST_EVENTS_PER_SECOND,
  burst: env.INGEST_BURST,
});

export function ingestLimiterOf(env: Env, table: Table, now: Now): EventLimiter {
  const limit = ingestLimitOf(env);
  const limits = ingestLimitsIn(table);
  return limiterOf('ingest', limit, table, now, async (accountId) => {
    const { eventsPerSecond, burst } = await limits.byAccount(accountId);
    return { perSecond: eventsPerSecond ?? limit.perSecond, burst: burst ?? limit.burst };
  });
}

export const pixelLimiterOf = (env: Env, table: Table, now: Now): EventLimiter =>
  limiterOf('pixel', { perSecond: env.PIXEL_EVENTS_PER_SECOND, burst: env.PIXEL_BURST }, table, now);

/** No firewall is in front of the pixel's requests, so they have a limit per network. */
export const pixelNetworkLimiterOf = (env: Env, table: Table, now: Now): EventLimiter => {
  const limit = { perSecond: env.PIXEL_NETWORK_REQUESTS_PER_SECOND, burst: env.PIXEL_NETWORK_BURST };
  return limiterOf('pixel-network', limit, table, now);
};

export const unknownKeyLimiterOf = (env: Env, table: Table, now: Now): EventLimiter => {
  const limit = { perSecond: env.UNKNOWN_KEY_REQUESTS_PER_SECOND, burst: env.UNKNOWN_KEY_BURST };
  return limiterOf('unknown-key', limit, table, now);
};

const limiterOf = (
  name: string,
  limit: EventLimit,
  table: Table,
  now: Now,
  ownLimit?: (accountId: AccountId) => Promise<EventLimit>,
): EventLimiter =>
  eventLimiter({
    limit,
    now,
    ...(ownLimit && { ownLimit }),
    charge: eventCountersIn(table, { now, name }).charge,
    onFailure: (error) =>
      log.warn('the shared counter of a limit failed; each process applies it by itself', {
        limit: name,
        error,
      }),
  });
