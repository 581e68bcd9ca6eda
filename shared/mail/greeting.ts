import type { User } from '#shared/accounts/rules/users.ts';

/**
 * A mail's first line. It has no name if the address was never verified: otherwise anyone could make us send any words
 * to any address.
 */
export const greeting = ({ emailVerified, fullName }: Pick<User, 'emailVerified' | 'fullName'>) =>
  emailVerified && fullName ? `Hello ${fullName},` : 'Hello,';
