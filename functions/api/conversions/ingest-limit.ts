import type { ConversionCaller } from '#shared/api-keys/rules/keys.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { ingestLimiter } from '#shared/conversions/needs.ts';
import { eventLimitHeaders, eventPolicy } from '#shared/limits/event-limit.ts';

export const ingestLimitNeeds = { ingestLimiter };
type Deps = DepsOf<typeof ingestLimitNeeds>;

export const ingestPolicy = eventPolicy('ingest', { perSecond: 200, burst: 2000 });

export const consumeIngest = async (
  body: object,
  { keyId, accountId }: ConversionCaller,
  { ingestLimiter }: Deps,
): Promise<Record<string, string>> => {
  const events = 'events' in body && Array.isArray(body.events) ? body.events.length : 1;
  return eventLimitHeaders(ingestPolicy.name, await ingestLimiter.consume(keyId, events, accountId));
};
