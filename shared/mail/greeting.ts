import type { User } from '#shared/accounts/rules/users.ts';

/**
 * A mail's first line. It contains no name for an unverified address, because otherwise anyone could send any
 * words to any address.
 */
export const greeting = ({ emailVerified, fullName }: Pick<User, 'emailVerified' | 'fullName'>) =>
  emailVerified && fullName ? `Hello ${fullName},` : 'Hello,';
