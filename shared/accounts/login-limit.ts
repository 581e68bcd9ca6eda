import type { SignInLimit } from './sign-in-attempt.ts';

/** Failed sign-ins with a password (docs/api/accounts.md#sign-in-limits). */
export const loginLimit: SignInLimit = { name: 'login', perNetwork: 10, perEmail: 100, windowSeconds: 900 };
