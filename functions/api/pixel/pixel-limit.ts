import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import type { PixelCaller } from '#shared/api-keys/rules/keys.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { pixelLimiter } from '#shared/conversions/needs.ts';
import { eventLimitHeaders, eventPolicy } from '#shared/limits/event-limit.ts';

export const pixelLimitNeeds = { pixelLimiter };
type Deps = DepsOf<typeof pixelLimitNeeds>;

export const pixelPolicy = eventPolicy('pixel', { perSecond: 50, burst: 200 });

export const consumePixel = async (
  events: number,
  { actor, sourceIp }: { actor: PixelCaller; sourceIp: string },
  { pixelLimiter }: Deps,
): Promise<Record<string, string>> =>
  eventLimitHeaders(pixelPolicy.name, await pixelLimiter.consume(`${actor.keyId}#${ipNetworkOf(sourceIp)}`, events));
