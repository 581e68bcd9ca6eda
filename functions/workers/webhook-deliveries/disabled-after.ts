import { type Attempt, disableAfterMs } from '#shared/webhooks/rules/delivery.ts';
import type { WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import type { Deps } from './deps.ts';

/** Disables an endpoint that is gone or has failed for too long: whether it did. */
export async function disabledAfter(
  { status }: Attempt,
  endpoint: WebhookEndpoint,
  { webhookEndpoints, now }: Deps,
): Promise<boolean> {
  const since = Date.parse(endpoint.failingSince ?? '');
  const reason = status === 410 ? 'gone' : now() - since >= disableAfterMs ? 'failing' : null;
  if (reason) await webhookEndpoints.disable(endpoint, reason);
  return reason !== null;
}
