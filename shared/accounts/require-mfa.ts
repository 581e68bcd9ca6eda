import type { User } from '#shared/accounts/rules/users.ts';
import { type ApiError, fail } from '#shared/values/errors.ts';
import type { Tokens } from './tokens.ts';

/** The first factor was valid. Ending the account's sessions also invalidates the token. */
export async function mfaRequired(
  { id, tokensValidAfter: validAfter }: Pick<User, 'id' | 'tokensValidAfter'>,
  { tokens }: { tokens: Tokens },
  headers: Record<string, string> = {},
): Promise<ApiError> {
  const { token } = await tokens.issue('mfa', id, { validAfter });
  return fail('mfa_required', { headers, more: { mfa_token: token } });
}
