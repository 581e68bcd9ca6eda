import type { SignInLimit } from '#shared/accounts/sign-in-attempt.ts';

export const operatorLoginLimit: SignInLimit = {
  name: 'dev-login-failures',
  perNetwork: 10,
  perEmail: 100,
  windowSeconds: 900,
};
