import { billingSignature, partnerSignature } from '#shared/http/webhook-signatures.ts';
import { webhookSecrets } from '#test/kit/secrets-json.ts';
import type { Credentials } from './credentials-sent.ts';

export function signers(clock: { now: number }) {
  const billing = (secret = webhookSecrets.billing_webhook_secret, lateMs = 0): Credentials => ({
    sign: (raw) => ({ 'billing-signature': billingSignature(raw, { secret, now: clock.now - lateMs }) }),
  });
  const partner = (secret = webhookSecrets.partner_webhook_key, lateMs = 0): Credentials => ({
    sign(raw) {
      const { timestamp, signature } = partnerSignature(raw, { secret, now: clock.now - lateMs });
      return { 'x-partner-timestamp': timestamp, 'x-partner-signature': signature };
    },
  });
  const wrong = (by: typeof billing): Record<string, Credentials> => ({
    'a signature by another secret': by('another'),
    'an old signature': by(undefined, 301_000),
    'a signature of the future': by(undefined, -301_000),
    'a signature of another body': { sign: () => by().sign?.('{}x') ?? {} },
    nothing: {},
  });
  return {
    billing: () => billing(),
    partner: () => partner(),
    bad: { billingSignature: wrong(billing), partnerSignature: wrong(partner) },
  };
}
