import { idempotencyHeaders, idempotencyKeyOf } from '#shared/http/idempotency-key.ts';
import type { Secrets } from '#shared/secrets.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { sha256 } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';
import { secretContext, type WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import {
  type CompletedWebhookRequest,
  type WebhookEndpoints,
  type WebhookRequest,
  webhookRequestHours,
} from '#shared/webhooks/store/endpoints.ts';

export const webhookRequestHeaders = idempotencyHeaders(
  '1 to 200 printable ASCII characters of your choice. A retry with the same value returns the first response, ' +
    `including the secret, for ${webhookRequestHours} hours.`,
);

export function webhookRequestOf(
  header: (name: string) => string | undefined,
  operation: WebhookRequest['operation'],
  asks: readonly unknown[],
): WebhookRequest | null {
  const idempotencyKey = idempotencyKeyOf(header);
  if (idempotencyKey === undefined) return null;
  return { operation, idempotencyKey, fingerprint: sha256(JSON.stringify(asks)) };
}

type Deps = { webhookEndpoints: Pick<WebhookEndpoints, 'find'>; secrets: Pick<Secrets, 'open'> };

export async function repeatedEndpoint(
  accountId: AccountId,
  { fingerprint }: WebhookRequest,
  first: CompletedWebhookRequest,
  { webhookEndpoints, secrets }: Deps,
): Promise<{ endpoint: WebhookEndpoint; secret: string }> {
  if (first.fingerprint !== fingerprint) throw fail(serviceErrors.idempotency_key_reused);
  const endpoint = await webhookEndpoints.find(accountId, first.endpointId);
  if (endpoint?.secret !== first.secret) throw fail(serviceErrors.key_superseded);
  const secret = await secrets.open(secretContext(accountId, endpoint.id), endpoint.secret, 'webhooks');
  return { endpoint, secret };
}
