import type { Environment } from '#shared/api-keys/rules/keys.ts';
import { laneShare } from '#shared/deliveries/rules/fair-share.ts';
import type { WebhookEndpoint } from './endpoint.ts';

/** Test events need no verified account, so they have a smaller share. */
export const deliveriesPerMinute = { live: 6000, test: 600 } as const satisfies Record<Environment, number>;

/** The endpoints of an account share its deliveries of an environment. */
export const shareOf = ({ accountId, environment }: Pick<WebhookEndpoint, 'accountId' | 'environment'>) => ({
  counter: `${accountId}#${environment}`,
  rate: laneShare(deliveriesPerMinute[environment]),
});
