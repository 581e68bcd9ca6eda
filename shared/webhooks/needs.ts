import type { Context } from '#shared/aws/context.ts';
import { directShare } from '#shared/deliveries/rules/fair-share.ts';
import { tokenBuckets } from '#shared/limits/token-buckets.ts';
import { webhookDeliveriesIn } from './store/deliveries.ts';
import { webhookEndpointsIn } from './store/endpoints.ts';

export const webhookEndpoints = ({ attribution, now }: Context) => webhookEndpointsIn(attribution(), { now });
export const webhookDeliveries = ({ attribution, now }: Context) => webhookDeliveriesIn(attribution(), { now });
export const takeDirect = ({ now }: Context) => tokenBuckets({ ...directShare, now });
export const webhooksToThisMachine = ({ env }: Context) => env.STAGE === 'local' && env.WEBHOOKS_TO_THIS_MACHINE;
