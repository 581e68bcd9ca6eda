import type { Environment } from '#shared/domain/keys.ts';

/** Every record's key, one line each, so that the access patterns read as a table. */
export const keyOf = {
  // accounts
  user: (userId: number) => ({ pk: `USER#${userId}`, sk: 'USER' }),
  emailClaim: (email: string) => ({ pk: `EMAIL#${email}`, sk: 'EMAIL' }),
  receipt: (effectId: string) => ({ pk: `EFFECT#${effectId}`, sk: 'RECEIPT' }),
  // attribution
  apiKeySecret: (sha256: string) => ({ pk: `KEY#${sha256}`, sk: 'KEY' }),
  apiKey: (accountId: number, keyId: string) => ({ pk: `ACCOUNT#${accountId}`, sk: `KEY#${keyId}` }),
  session: (sid: string) => ({ pk: `SESSION#${sid}`, sk: 'SESSION' }),
  conversion: (accountId: number, environment: Environment, eventId: string) => ({
    pk: `CONVERSION#${accountId}#${environment}#${eventId}`,
    sk: 'CONVERSION',
  }),
  total: (accountId: number, basis: string, day: string, cell: string) => ({
    pk: `TOTALS#${accountId}#${basis}`,
    sk: `${day}#${cell}`,
  }),
};

/** Sorts after every sort key that begins with `prefix`. */
export const afterPrefix = (prefix: string) => `${prefix}\u{10ffff}`;
