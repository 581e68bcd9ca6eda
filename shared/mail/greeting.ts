import type { User } from '#shared/accounts/rules/users.ts';

/**
 * A mail's first line. It names nobody whose address was never verified: whoever made that account wrote the name, and
 * could have us send any words to any address.
 */
export const greeting = ({ emailVerified, fullName }: Pick<User, 'emailVerified' | 'fullName'>) =>
  emailVerified && fullName ? `Hello ${fullName},` : 'Hello,';
