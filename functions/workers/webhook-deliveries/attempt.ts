import { AddressRefused, SiteUnreachable } from '#shared/web/web.ts';
import type { Attempt, Delivery } from '#shared/webhooks/rules/delivery.ts';
import { secretContext, signingSecrets, type WebhookEndpoint } from '#shared/webhooks/rules/endpoint.ts';
import { signedHeaders } from '#shared/webhooks/rules/signature.ts';
import type { Deps } from './needs.ts';

const maxBodyCharacters = 1024;

export async function attempt(
  endpoint: WebhookEndpoint,
  { eventId, payload }: Delivery,
  { post, secrets, now, timeoutMs }: Deps,
): Promise<Attempt> {
  const at = now();
  const started = performance.now();
  const context = secretContext(endpoint.accountId, endpoint.id);
  const opened = await Promise.all(signingSecrets(endpoint, at).map((sealed) => secrets.open(context, sealed, 'webhooks')));
  const headers = signedHeaders(opened, { id: eventId, at, body: payload });
  const took = () => ({
    at: new Date(at).toISOString(),
    milliseconds: Math.round(performance.now() - started),
  });
  try {
    const { status, body } = await post({ url: endpoint.url, headers, body: payload, timeoutMs });
    return { ...took(), status, body: readable(body) };
  } catch (error) {
    if (error instanceof AddressRefused) return { ...took(), error: 'address_refused', body: '' };
    if (!(error instanceof SiteUnreachable)) throw error;
    const { reason } = error;
    const isKnown = reason === 'no_such_host' || reason === 'no_answer' || reason === 'timeout';
    return { ...took(), error: isKnown ? reason : 'broken', body: '' };
  }
}

const readable = (body: string) =>
  body
    .slice(0, maxBodyCharacters)
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, '?');
