import { ipNetworkOf } from '#shared/accounts/rules/ip-network.ts';
import type { Context } from '#shared/aws/context.ts';
import { admitIpNetwork } from '#shared/conversions/admit-ip-network.ts';
import { pixelNetworkLimiterOf } from '#shared/conversions/event-limiters.ts';

/** Requests of one IP network to the pixel are bounded before their key is read. */
export const admitPixel = ({ env, attribution, now }: Context) => {
  const limiter = pixelNetworkLimiterOf(env, attribution(), now);
  return (sourceIp: string) => admitIpNetwork('pixel-network', ipNetworkOf(sourceIp), limiter);
};
