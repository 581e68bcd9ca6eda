import type { ConversionDeps } from '#shared/deps.ts';
import { dayOf } from '#shared/domain/iso-date.ts';
import type { ConversionCaller } from '#shared/domain/keys.ts';
import { log } from '#shared/log.ts';

/** Counts repeated events, by the types that were accepted. Costs a write now and then; its failure changes nothing. */
export async function noteDuplicates(
  eventTypes: readonly string[],
  { accountId, environment }: ConversionCaller,
  { gatheredCounts, now }: Pick<ConversionDeps, 'gatheredCounts' | 'now'>,
): Promise<void> {
  const day = dayOf(new Date(now()).toISOString());
  try {
    await Promise.all(
      [...Map.groupBy(eventTypes, (type) => type)].map(([detail, { length }]) =>
        gatheredCounts.add({ accountId, environment, day, metric: 'duplicate', detail }, length),
      ),
    );
  } catch (error) {
    log.warn('duplicates were not counted', { error: error as Error });
  }
}
