import type { User } from '#shared/accounts/rules/users.ts';

/** Anyone could send any words with a name. */
export const greeting = ({ emailVerified, fullName }: Pick<User, 'emailVerified' | 'fullName'>) =>
  emailVerified && fullName ? `Hello ${fullName},` : 'Hello,';
