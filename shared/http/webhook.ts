import { isSignedByBilling, isSignedByPartner } from '#shared/domain/webhook-signatures.ts';
import { type AuthDeps, type Credentials, needed } from './credentials.ts';
import { fail } from './errors.ts';

/** The headers that carry a signature: our neutral name, and the sender's own. */
export const signatureHeaders = {
  billing: ['billing-signature', 'stripe-signature'],
  partner: ['x-partner-signature', 'x-appsumo-signature'],
  partnerTimestamp: ['x-partner-timestamp', 'x-appsumo-timestamp'],
} as const;

/** Refuses, before anything of it is read, a body that the payment processor has not signed. */
export async function signedByBilling(request: Credentials, deps: AuthDeps): Promise<null> {
  const { secrets, now } = needed(deps, 'secrets', 'now');
  const secret = await secrets.ofVendor('billing_webhook_secret');
  const header = firstOf(request, signatureHeaders.billing);
  if (!isSignedByBilling(header, { body: request.rawBody(), secret, now: now() }))
    throw fail('bad_signature');
  return null;
}

/** The same for the partner. */
export async function signedByPartner(request: Credentials, deps: AuthDeps): Promise<null> {
  const { secrets, now } = needed(deps, 'secrets', 'now');
  const secret = await secrets.ofVendor('partner_webhook_key');
  const headers = {
    timestamp: firstOf(request, signatureHeaders.partnerTimestamp),
    signature: firstOf(request, signatureHeaders.partner),
  };
  if (!isSignedByPartner(headers, { body: request.rawBody(), secret, now: now() }))
    throw fail('bad_signature');
  return null;
}

const firstOf = ({ header }: Credentials, names: readonly string[]) =>
  names.map((name) => header(name)).find((value) => value !== undefined);
