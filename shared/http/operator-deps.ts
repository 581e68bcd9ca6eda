import { jwtTokens } from '#shared/accounts/sign-in/vendors/jwt-tokens.ts';
import type { createContext } from '#shared/aws/context.ts';
import { devUsersIn } from '#shared/operators/store/dev-users.ts';

export const operatorDepsOf = ({
  env,
  now,
  secrets,
  accounts,
}: Pick<ReturnType<typeof createContext>, 'env' | 'now' | 'secrets' | 'accounts'>) => ({
  tokens: jwtTokens({ secrets, issuer: env.JWT_ISSUER, now }),
  operatorTokenHashes: env.OPERATOR_TOKEN_HASHES,
  operatorMfaRequired: env.OPERATOR_MFA_REQUIRED,
  devUsers: devUsersIn(accounts()),
});
