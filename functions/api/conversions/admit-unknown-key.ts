import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import type { Context } from '#shared/aws/context.ts';
import { admitIpNetwork } from '#shared/conversions/admit-ip-network.ts';
import { unknownKeyLimiterOf } from '#shared/conversions/event-limiters.ts';

/** Requests with unknown keys are bounded by IP network. */
export const admitUnknownKey = ({ env, attribution, now }: Context) => {
  const limiter = unknownKeyLimiterOf(env, attribution(), now);
  return (sourceIp: string) => admitIpNetwork('unknown-key', ipNetworkOf(sourceIp), limiter);
};
