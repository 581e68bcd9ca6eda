import { passwordOf } from '#shared/accounts/sign-in/new-password.ts';

export const OperatorPassword = passwordOf(12);
