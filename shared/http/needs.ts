import { users } from '#shared/accounts/needs.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import { frontEndOrigins } from '#shared/aws/needs.ts';
import { devUsers, operatorMfaRequired, operatorTokenHashes } from '#shared/operators/needs.ts';

/** Users sign in with tokens. */
export const userNeeds = { tokens, users, frontEndOrigins };
/** Operators have tokens of their own, or sign in. */
export const operatorNeeds = { tokens, devUsers, operatorMfaRequired, operatorTokenHashes };
