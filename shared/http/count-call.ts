import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import type { RateLimits } from '#shared/limits/rate-limits.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import type { AnyEndpoint } from './endpoint.ts';

type Caller = { accountId: AccountId; readKey?: { keyId: string } } | null;

/** A read-only key has uses of its own, so that a shared key never takes the owner's. */
export async function countCall(
  { id, callLimit }: Pick<AnyEndpoint, 'id' | 'callLimit'>,
  actor: Caller,
  { limits }: { limits?: Pick<RateLimits, 'take'> },
): Promise<Record<string, string>> {
  if (!callLimit) return {};
  if (!actor || !limits) throw new Error(`${id} was built without a caller or limits.`);
  const caller = actor.readKey ? actor.readKey.keyId : String(actor.accountId);
  return await consumeRateLimit(callLimit, caller, limits);
}
