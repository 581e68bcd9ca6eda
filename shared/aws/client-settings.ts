import type { SESv2ClientConfig } from '@aws-sdk/client-sesv2';

export type Transport = NonNullable<SESv2ClientConfig['requestHandler']>;

/**
 * A hanging call must be repeated before its function ends. The local process may be slow under bursts, so its limits
 * are longer.
 */
export const clientSettings = (transport: Transport = patience(process.env.STAGE)) => ({
  maxAttempts: 3,
  requestHandler: transport,
});

/** Without the flag, the SDK only logs a late request and continues to wait. */
const patience = (stage = 'local') => ({
  throwOnRequestTimeout: true,
  ...(stage === 'local' ? { connectionTimeout: 20_000, requestTimeout: 20_000 } : { connectionTimeout: 1000, requestTimeout: 3000 }),
});
