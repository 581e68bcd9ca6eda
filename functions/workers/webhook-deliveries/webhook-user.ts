import type { DeliveryUser } from '#shared/deliveries/delivery-user.ts';
import { missedDeliveries } from '#shared/webhooks/missed-deliveries.ts';
import { type Delivery, isSuccess } from '#shared/webhooks/rules/delivery.ts';
import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { shareOf } from '#shared/webhooks/rules/shares.ts';
import { attempt } from './attempt.ts';
import { disabledAfter } from './disabled-after.ts';
import type { Deps } from './needs.ts';

export function webhookUser(deps: Deps): DeliveryUser<WebhookEndpoint, Delivery> {
  const { webhookEndpoints, webhookDeliveries, chargeShare, slowMs, lookMs, now, random } = deps;
  return {
    name: 'webhooks',
    targets: webhookEndpoints,
    deliveries: webhookDeliveries,
    unrecorded: (endpoint, entries) => missedDeliveries(endpoint, entries, deps),
    send: (endpoint, wave) => Promise.all(wave.map(async (delivery) => ({ delivery, attempt: await attempt(endpoint, delivery, deps) }))),
    isSuccess,
    disabledAfter: (outcome, endpoint) => disabledAfter(outcome, endpoint, deps),
    shareOf: (endpoint) => ({
      ...shareOf(endpoint),
      context: {
        account_id: endpoint.accountId,
        endpoint_id: endpoint.id,
        environment: endpoint.environment,
      },
    }),
    chargeShare,
    limits: { probes: 3, sideBySide: 10, slowMs, lookMs },
    now,
    random,
  };
}
