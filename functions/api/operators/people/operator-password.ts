import { passwordOf } from '#shared/accounts/new-password.ts';

export const OperatorPassword = passwordOf(12);
