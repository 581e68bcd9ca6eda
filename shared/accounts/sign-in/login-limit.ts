import type { SignInLimit } from '../sign-in-attempt.ts';

export const loginLimit: SignInLimit = { name: 'login', perNetwork: 10, perEmail: 100, windowSeconds: 900 };
