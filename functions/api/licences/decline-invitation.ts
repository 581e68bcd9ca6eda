import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { teams } from '#shared/licences/needs.ts';
import { digestOfAddress } from '#shared/licences/store/teams.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { assertOwnAddress, exampleInvitationParams, InvitationParams } from './invitation-schema.ts';

export const declineInvitation = defineEndpoint({
  id: 'declineInvitation',
  method: 'POST',
  path: '/api/v1/licences/invitations/{id}/decline',
  auth: 'user',
  needs: { teams },
  summary: 'Decline an invitation to a team',
  description: 'Declines an invitation to your verified e-mail address. Its seat is free at once. Repeatable.',
  params: InvitationParams,
  responses: {
    200: z
      .object({
        invitation_id: z.string().meta({ description: 'The invitation.' }),
        status: z.literal('declined').meta({ description: 'The invitation is declined.' }),
      })
      .meta({ id: 'DeclinedInvitation' }),
  },
  errors: [serviceErrors.not_found, accountErrors.verification_required],
  example: {
    params: exampleInvitationParams,
    responses: { 200: { invitation_id: exampleInvitationParams.id, status: 'declined' } },
  },

  async handle({ params: { id }, actor: { user } }, { teams }) {
    assertOwnAddress(user);
    const outcome = await teams.decline(digestOfAddress(user.email), id);
    if (outcome === 'unknown') throw fail(serviceErrors.not_found);
    return ok({ invitation_id: id, status: outcome });
  },
});
