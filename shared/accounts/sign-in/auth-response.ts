import * as z from 'zod';
import type { User } from '#shared/accounts/rules/users.ts';
import type { Tokens } from '../tokens.ts';
import { exampleUser, UserRecord, userRecordOf } from '../user-record.ts';

export const AuthResponse = z
  .object({
    access_token: z.string().meta({ description: 'JWT to send as `Authorization: Bearer <token>`.' }),
    token_type: z.literal('bearer').meta({ description: 'Always `bearer`.' }),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    user: UserRecord,
  })
  .meta({ id: 'AuthResponse' });

/** The new session also ends if the account's sessions were ended after `user` was read. */
export async function signedIn(
  user: User,
  sessionId: string,
  { tokens, now }: { tokens: Tokens; now(): number },
): Promise<z.input<typeof AuthResponse>> {
  const { id, tokensValidAfter: validAfter } = user;
  const signedInAt = Math.max(now(), validAfter);
  const { token, expiresInSeconds } = await tokens.issue('access', id, { signedInAt, validAfter, sessionId });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    user: userRecordOf(user),
  };
}

export const exampleAuthResponse = {
  access_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEyMzQ1Njc4In0.e30.example',
  token_type: 'bearer',
  expires_in: 86_400,
  user: exampleUser,
} as const;
