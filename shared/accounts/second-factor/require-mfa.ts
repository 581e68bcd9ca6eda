import type { User } from '#shared/accounts/rules/users.ts';
import { type ApiError, fail } from '#shared/values/errors.ts';
import { accountErrors } from '../errors.ts';
import type { Tokens } from '../tokens.ts';

export async function mfaRequired(
  { id, tokensValidAfter: validAfter }: Pick<User, 'id' | 'tokensValidAfter'>,
  { tokens }: { tokens: Tokens },
  headers: Record<string, string> = {},
): Promise<ApiError> {
  const { token } = await tokens.issue('mfa', id, { validAfter });
  return fail(accountErrors.mfa_required, { headers, more: { mfa_token: token } });
}
