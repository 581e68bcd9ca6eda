import { phoneOfEmail } from './phone-accounts.ts';

/** The address of an account that was invalidated. */
export const isInvalidatedEmail = (email: string) => email.startsWith('invalidate_');

/** Addresses that nobody makes an account with by e-mail: those of phones' accounts and of invalidated ones. `email` is normalised. */
export const isReservedEmail = (email: string, operatorDomain: string) =>
  isInvalidatedEmail(email) || phoneOfEmail(email, operatorDomain) !== null;
