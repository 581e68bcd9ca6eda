import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import type { User } from '#shared/accounts/rules/users.ts';
import { fail } from '#shared/values/errors.ts';
import { exampleInvited } from './team-schema.ts';

export const InvitationParams = z.object({
  id: z.string().max(100).meta({ description: 'Id of the invitation, from `GET /api/v1/licences/invitations`.' }),
});

export const exampleInvitationParams = { id: exampleInvited.invitation_id };

export function assertOwnAddress({ emailVerified }: Pick<User, 'emailVerified'>): void {
  if (!emailVerified) throw fail(accountErrors.verification_required);
}
