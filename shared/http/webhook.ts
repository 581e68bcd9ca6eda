import { rereadMs, SecretMissing, type Secrets, type VendorSecret } from '#shared/secrets.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { type AuthDeps, type Credentials, needed } from './credentials.ts';
import { isSignedByBilling, isSignedByPartner } from './webhook-signatures.ts';

export const signatureHeaders = {
  billing: ['billing-signature', 'stripe-signature'],
  partner: ['x-partner-signature', 'x-appsumo-signature'],
  partnerTimestamp: ['x-partner-timestamp', 'x-appsumo-timestamp'],
} as const;

export async function signedByBilling(request: Credentials, deps: AuthDeps): Promise<null> {
  const { secrets, now } = needed(deps, 'secrets', 'now');
  const secret = await configured('billing_webhook_secret', secrets);
  const header = firstOf(request, signatureHeaders.billing);
  if (!isSignedByBilling(header, { body: request.rawBody(), secret, now: now() })) throw fail(serviceErrors.bad_signature);
  return null;
}

export async function signedByPartner(request: Credentials, deps: AuthDeps): Promise<null> {
  const { secrets, now } = needed(deps, 'secrets', 'now');
  const secret = await configured('partner_webhook_key', secrets);
  const headers = {
    timestamp: firstOf(request, signatureHeaders.partnerTimestamp),
    signature: firstOf(request, signatureHeaders.partner),
  };
  if (!isSignedByPartner(headers, { body: request.rawBody(), secret, now: now() })) throw fail(serviceErrors.bad_signature);
  return null;
}

/** Functions read an added secret within five minutes. */
export async function configured(name: VendorSecret, secrets: Pick<Secrets, 'ofVendor'>): Promise<string> {
  try {
    return await secrets.ofVendor(name);
  } catch (error) {
    if (!(error instanceof SecretMissing)) throw error;
    throw fail(serviceErrors.not_configured, {
      cause: error,
      headers: { 'retry-after': String(rereadMs / 1000) },
    });
  }
}

const firstOf = ({ header }: Credentials, names: readonly string[]) =>
  names.map((name) => header(name)).find((value) => value !== undefined);
