import type { DevUsers } from '#shared/data/dev-users.ts';
import type { Tokens } from '#shared/ports/tokens.ts';

/** What endpoints for operators know them by. */
export type OperatorDeps = {
  tokens: Tokens;
  operatorTokenHashes: readonly string[];
  /** `OPERATOR_MFA_REQUIRED`. */
  operatorMfaRequired: boolean;
  devUsers: Pick<DevUsers, 'byId'>;
};
