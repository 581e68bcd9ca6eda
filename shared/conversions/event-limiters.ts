import { eventCountersIn } from '#shared/conversions/store/event-counters.ts';
import { ingestLimitsIn } from '#shared/conversions/store/ingest-limits.ts';
import type { Env } from '#shared/env.ts';
import { type EventLimiter, eventLimiter } from '#shared/limits/event-limiter.ts';
import { log } from '#shared/log.ts';
import type { Table } from '#shared/store/table.ts';

type Now = () => number;

export const ingestLimitOf = (env: Env) => ({
  perSecond: env.INGEST_EVENTS_PER_SECOND,
  burst: env.INGEST_BURST,
});

export function ingestLimiterOf(env: Env, table: Table, now: Now): EventLimiter {
  const limit = ingestLimitOf(env);
  const limits = ingestLimitsIn(table);
  return eventLimiter({
    limit,
    now,
    async ownLimit(accountId) {
      const { eventsPerSecond, burst } = await limits.byAccount(accountId);
      return { perSecond: eventsPerSecond ?? limit.perSecond, burst: burst ?? limit.burst };
    },
    charge: eventCountersIn(table, { now, name: 'ingest' }).charge,
    onFailure: warnOf('ingest'),
  });
}

export const pixelLimiterOf = (env: Env, table: Table, now: Now): EventLimiter =>
  eventLimiter({
    limit: { perSecond: env.PIXEL_EVENTS_PER_SECOND, burst: env.PIXEL_BURST },
    now,
    charge: eventCountersIn(table, { now, name: 'pixel' }).charge,
    onFailure: warnOf('pixel'),
  });

/** No firewall is in front of these requests. */
export const pixelNetworkLimiterOf = (env: Env, table: Table, now: Now): EventLimiter =>
  eventLimiter({
    limit: { perSecond: env.PIXEL_NETWORK_REQUESTS_PER_SECOND, burst: env.PIXEL_NETWORK_BURST },
    now,
    charge: eventCountersIn(table, { now, name: 'pixel-network' }).charge,
    onFailure: warnOf('pixel-network'),
  });

export const unknownKeyLimiterOf = (env: Env, table: Table, now: Now): EventLimiter =>
  eventLimiter({
    limit: { perSecond: env.UNKNOWN_KEY_REQUESTS_PER_SECOND, burst: env.UNKNOWN_KEY_BURST },
    now,
    charge: eventCountersIn(table, { now, name: 'unknown-key' }).charge,
    onFailure: warnOf('unknown-key'),
  });

const warnOf = (limit: string) => (error: Error) =>
  log.warn('the shared counter of a limit failed; each process applies it by itself', { limit, error });
