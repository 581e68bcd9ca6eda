import type { SESv2ClientConfig } from '@aws-sdk/client-sesv2';

/** The transport carries a client's calls; tests replace it to count calls or to let them fail. */
export type Transport = NonNullable<SESv2ClientConfig['requestHandler']>;

/**
 * A hanging call ends, and has been repeated, long before its function does. The local process serves all
 * requests of a burst at once, so its limits are longer.
 */
export const clientSettings = (transport: Transport = patience(process.env.STAGE)) => ({
  maxAttempts: 3,
  requestHandler: transport,
});

const patience = (stage = 'local') =>
  stage === 'local'
    ? { connectionTimeout: 20_000, requestTimeout: 20_000 }
    : { connectionTimeout: 1000, requestTimeout: 3000 };
