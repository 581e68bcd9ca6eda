import type { ItemKinds } from '#shared/store/item-kinds.ts';
import { generationSuffix, key } from '#shared/store/keys.ts';
import type { AccountId } from '#shared/values/tenant.ts';

export const keyOf = {
  activity: (
    accountId: AccountId,
    environment: string,
    { day, metric, detail, pixelKey }: { day: string; metric: string; detail: string; pixelKey?: string },
    generation = 0,
  ) =>
    key(
      `ACTIVITY#${accountId}#${environment}${generationSuffix(generation)}`,
      `${day}#${metric}#${detail}${pixelKey ? `#${pixelKey}` : ''}`,
    ),
  activityNames: (accountId: AccountId, environment: string, day: string, source: string) =>
    key(`ACTIVITYNAMES#${accountId}#${environment}`, `${day}#${source}`),
  total: (accountId: AccountId, environment: string, basis: string, day: string, cell: string, generation = 0) =>
    key(`TOTALS#${accountId}${environment === 'live' ? '' : '#test'}#${basis}${generationSuffix(generation)}`, `${day}#${cell}`),
  /** A shard's mark names its last processed record. */
  streamScale: () => key('STREAMSCALE', 'SCALE'),
  streamShard: (shardId: string) => key(`STREAMSHARD#${shardId}`, 'CHECKPOINT'),
  recounts: (accountId: AccountId) => key(`RECOUNTS#${accountId}`, 'STATE'),
  recountClaim: (accountId: AccountId, environment: string, generation: number, eventId: string, part: string) =>
    key(`RECOUNTED#${accountId}#${environment}#${generation}#${eventId}`, part),
};

export const items = {
  ACTIVITY: { erasure: 'pk', recovery: 'for_reports', eventualReads: ['Query'] },
  ACTIVITYNAMES: { erasure: 'pk', recovery: 'for_reports', retention: { activity_names: { days: 40 } } },
  TOTALS: { erasure: 'pk', recovery: 'for_owner', eventualReads: ['Query'] },
  STREAMSCALE: { erasure: 'kept', recovery: 'bookkeeping', eventualReads: ['GetItem SCALE'] },
  STREAMSHARD: { erasure: 'kept', recovery: 'bookkeeping', retention: { stream_shard: { days: 3 } } },
  RECOUNTS: { erasure: 'pk', recovery: 'bookkeeping' },
  RECOUNTED: { erasure: 'pk', recovery: 'bookkeeping', retention: { recount_claim: { days: 7 } } },
} as const satisfies ItemKinds;
