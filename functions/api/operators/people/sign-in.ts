import * as z from 'zod';
import { ipNetworkId } from '#shared/accounts/needs.ts';
import { withNetwork } from '#shared/accounts/rules/known-networks.ts';
import { tokens } from '#shared/accounts/sign-in/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { audit, devUsers } from '#shared/operators/needs.ts';
import type { DevUser, DevUserChanges } from '#shared/operators/store/dev-users.ts';
import type { Expression } from '#shared/store/table.ts';
import { DevUserRecord, devUserRecordOf, exampleDevUser } from './dev-user-record.ts';

export const signInNeeds = { audit, devUsers, ipNetworkId, tokens };
type Deps = DepsOf<typeof signInNeeds>;

export const DevAuthResponse = z
  .object({
    access_token: z.string().meta({ description: 'JWT to send as `Authorization: Bearer <token>`.' }),
    token_type: z.literal('bearer').meta({ description: 'Always `bearer`.' }),
    expires_in: z.int().meta({ description: 'Seconds.' }),
    dev_user: DevUserRecord.meta({ description: 'The operator.' }),
  })
  .meta({ id: 'DevAuthResponse' });

export const exampleDevAuthResponse = {
  access_token: 'eyJhbGciOiJIUzI1NiIsImtpZCI6IjEyMzQ1Njc4In0.e30.example',
  token_type: 'bearer',
  expires_in: 28_800,
  dev_user: exampleDevUser,
} as const;

type Used = { changes?: DevUserChanges; unused?: Expression & { condition: string } };

export async function signIn(
  devUser: DevUser,
  sourceIp: string,
  { changes = {}, unused }: Used,
  { devUsers, tokens, audit, ipNetworkId, now }: Deps,
): Promise<z.input<typeof DevAuthResponse> | null> {
  const knownNetworks = withNetwork(devUser.knownNetworks, await ipNetworkId(sourceIp), now());
  const also = audit.parts({
    actor: { kind: 'operator', id: String(devUser.id) },
    action: 'sign_in',
    userId: null,
  });
  const isRecorded = await devUsers.change(devUser, { ...changes, ...(knownNetworks && { knownNetworks }) }, { ...unused, also });
  if (!isRecorded) return null;
  const { tokensValidAfter: validAfter = 0 } = devUser;
  const signedInAt = Math.max(now(), validAfter);
  const { token, expiresInSeconds } = await tokens.issue('operator', devUser.id, { signedInAt, validAfter });
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    dev_user: devUserRecordOf(devUser),
  };
}
