import * as z from 'zod';
import type { OwnIngestLimit } from '#shared/conversions/store/ingest-limits.ts';
import type { EventLimit } from '#shared/limits/event-limiter.ts';
import type { UserId } from '#shared/values/tenant.ts';

const Effective = z.object({
  events_per_second: z.int().meta({ description: 'Sustained number of events a second.' }),
  burst: z.int().meta({ description: 'Number of events at once.' }),
});

export const IngestLimitsRecord = z
  .object({
    user_id: z.int(),
    events_per_second: z.int().nullable().meta({ description: 'The value set for this account; `null` is the default.' }),
    burst: z.int().nullable().meta({ description: 'The value set for this account; `null` is the default.' }),
    effective: Effective.meta({ description: 'The limit of each secret key of the account.' }),
  })
  .meta({ id: 'IngestLimits' });

export const ingestLimitsRecordOf = (
  userId: UserId,
  { eventsPerSecond, burst }: OwnIngestLimit,
  fallback: EventLimit,
): z.input<typeof IngestLimitsRecord> => ({
  user_id: userId,
  events_per_second: eventsPerSecond,
  burst,
  effective: {
    events_per_second: eventsPerSecond ?? fallback.perSecond,
    burst: burst ?? fallback.burst,
  },
});

export const exampleIngestLimits = {
  user_id: 245_813_760_001_024,
  events_per_second: 1000,
  burst: null,
  effective: { events_per_second: 1000, burst: 2000 },
} as const;
