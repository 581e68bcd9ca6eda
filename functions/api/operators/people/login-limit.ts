import type { SignInLimit } from '#shared/accounts/sign-in-attempt.ts';

/** Failed sign-ins of operators with a password. */
export const operatorLoginLimit: SignInLimit = {
  name: 'dev-login-failures',
  perNetwork: 10,
  perEmail: 100,
  windowSeconds: 900,
};
