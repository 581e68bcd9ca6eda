import type { SESv2ClientConfig } from '@aws-sdk/client-sesv2';

/** What carries a client's calls; tests put their own in to count calls or to let them fail. */
export type Transport = NonNullable<SESv2ClientConfig['requestHandler']>;

/**
 * Settings of every AWS client: a hanging call ends, and has been repeated, long before its function does. On this
 * machine one process serves all requests of a burst at once, so there patience is part of the stage.
 */
export const clientSettings = (transport: Transport = patience(process.env.STAGE)) => ({
  maxAttempts: 3,
  requestHandler: transport,
});

const patience = (stage = 'local') =>
  stage === 'local'
    ? { connectionTimeout: 20_000, requestTimeout: 20_000 }
    : { connectionTimeout: 1000, requestTimeout: 3000 };
