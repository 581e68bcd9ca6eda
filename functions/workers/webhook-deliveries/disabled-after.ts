import type { Attempt } from '#shared/webhooks/rules/delivery.ts';
import { disablingReason } from '#shared/webhooks/rules/disabling.ts';
import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import type { Deps } from './needs.ts';

export async function disabledAfter(attempt: Attempt, endpoint: WebhookEndpoint, { webhookEndpoints, now }: Deps): Promise<boolean> {
  const reason = disablingReason(attempt, endpoint, now());
  if (reason) await webhookEndpoints.disable(endpoint, reason);
  return reason !== null;
}
