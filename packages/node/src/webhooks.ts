import { AdtrailError } from './errors.ts';
import { webCrypto } from './web-crypto.ts';
import type { WebhookEvent } from './webhook-events.ts';
import { bodyOf, headerOf, joined, ofBase64, placesOf } from './webhook-request.ts';

export { AdtrailError } from './errors.ts';
export type { WebhookData, WebhookEvent, WebhookEventType } from './webhook-events.ts';

/**
 * `verifyWebhook` reads a `Request`; a request of Express, Fastify, Next or `node:http`; a context of Hono
 * or Koa; an event of Lambda; or `{ headers, body }` with `Headers` or plain headers and the raw body.
 */
export type WebhookSource = object;

const toleranceSeconds = 300;

/**
 * Returns the event of a delivery whose signature is right, and rejects with an `AdtrailError` otherwise:
 * answer 400 to it. While a secret is rotated, pass both secrets.
 */
export async function verifyWebhook(
  request: WebhookSource,
  secret: string | readonly (string | undefined)[] | undefined,
): Promise<WebhookEvent> {
  const keys = (typeof secret === 'object' ? secret : [secret]).flatMap((one) => (one ? [keyOf(one)] : []));
  if (keys.length === 0)
    throw new AdtrailError('verifyWebhook needs the secret of the endpoint (whsec_…).', {
      code: 'webhook_secret_missing',
    });
  const places = placesOf(request);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((part) => {
    const value = headerOf(places, `webhook-${part}`);
    if (value) return value;
    throw new AdtrailError(`The request has no header webhook-${part}.`, { code: 'webhook_header_missing' });
  }) as [string, string, string];
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new AdtrailError('The header webhook-timestamp is more than five minutes away from the time of this machine.', {
      code: 'webhook_timestamp_refused',
    });
  const body = await bodyOf(places);
  const signed = joined([new TextEncoder().encode(`${id}.${timestamp}.`), body]);
  if (!(await isSigned(signed, signatures, keys)))
    throw new AdtrailError(
      'The signature is not of this body and secret. The secret is the one of this endpoint, and the body the bytes that arrived.',
      { code: 'webhook_signature_wrong' },
    );
  try {
    return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  } catch (cause) {
    throw new AdtrailError('The body is not JSON.', { code: 'webhook_not_json', cause });
  }
}

async function isSigned(signed: Uint8Array<ArrayBuffer>, signatures: string, keys: readonly Uint8Array<ArrayBuffer>[]): Promise<boolean> {
  const subtle = await webCrypto();
  const sent = signatures.split(' ').flatMap((one) => (one.startsWith('v1,') ? [ofBase64(one.slice(3))] : []));
  for (const bytes of keys) {
    const key = await subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
    for (const signature of sent) if (signature && (await subtle.verify('HMAC', key, signature, signed))) return true;
  }
  return false;
}

function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = ofBase64(secret.trim().replace(/^whsec_/, ''));
  if (key && key.length > 0) return key;
  throw new AdtrailError('The secret of a webhook endpoint is whsec_ with base64.', {
    code: 'webhook_secret_invalid',
  });
}
