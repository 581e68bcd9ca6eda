import type { User } from '#shared/accounts/rules/users.ts';

/** An unverified user gets no name: otherwise anyone could send any words to any address. */
export const greeting = ({ emailVerified, fullName }: Pick<User, 'emailVerified' | 'fullName'>) =>
  emailVerified && fullName ? `Hello ${fullName},` : 'Hello,';
