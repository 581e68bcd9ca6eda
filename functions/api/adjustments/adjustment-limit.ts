import type { DepsOf } from '#shared/aws/deps-of.ts';
import { ingestLimiter } from '#shared/conversions/needs.ts';
import { ingestLimit } from '#shared/conversions/rules/limits.ts';
import type { Actors } from '#shared/http/actors.ts';
import { eventLimitHeaders, eventPolicy } from '#shared/limits/event-limit.ts';

export const adjustmentLimitNeeds = { ingestLimiter };
type Deps = DepsOf<typeof adjustmentLimitNeeds>;

export const adjustmentPolicy = eventPolicy('ingest', ingestLimit);

export async function consumeAdjustments(
  actor: Actors['viewOrKey'],
  count: number,
  { ingestLimiter }: Pick<Deps, 'ingestLimiter'>,
): Promise<Record<string, string>> {
  const [caller, accountId] =
    'secretKey' in actor ? [actor.secretKey.keyId, actor.secretKey.accountId] : [`account_${actor.accountId}`, actor.accountId];
  return eventLimitHeaders(adjustmentPolicy.name, await ingestLimiter.consume(caller, count, accountId));
}
