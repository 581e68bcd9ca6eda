import { createHmac, randomBytes } from 'node:crypto';

/** Standard Webhooks requires secrets of 256 bits. */
export const newWebhookSecret = () => `whsec_${randomBytes(32).toString('base64')}`;

/** Standard Webhooks allows one signature per secret, newest first. */
export function signedHeaders(
  secrets: readonly string[],
  { id, at, body }: { id: string; at: number; body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
