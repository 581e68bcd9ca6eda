import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { teams } from '#shared/licences/needs.ts';
import { exampleInvited } from './team-schema.ts';

export const listInvitations = defineEndpoint({
  id: 'listInvitations',
  method: 'GET',
  path: '/api/v1/licences/invitations',
  auth: 'user',
  needs: { teams, users },
  summary: 'List the teams that you are invited to',
  description: 'Returns the open invitations to your e-mail address. The list is empty while the address is not verified.',
  responses: {
    200: z
      .object({
        invitations: z
          .array(
            z.object({
              invitation_id: z.string().meta({ description: 'Id of the invitation, for the paths of accept and decline.' }),
              invited_by: z.string().nullable().meta({
                description: 'E-mail address of the holder of the licence, if it is verified.',
              }),
              expires_at: z.iso.datetime().meta({ description: 'When it expires.' }),
            }),
          )
          .meta({ description: 'Open invitations, newest first.' }),
      })
      .meta({ id: 'OwnInvitations' }),
  },
  example: {
    responses: {
      200: {
        invitations: [
          {
            invitation_id: exampleInvited.invitation_id,
            invited_by: 'ada@northwind.example',
            expires_at: exampleInvited.expires_at,
          },
        ],
      },
    },
  },

  async handle({ actor: { user } }, { teams, users }) {
    const pending = user.emailVerified ? await teams.ofAddress(user.email) : [];
    const holders = pending.length > 0 ? await users.byIds(pending.map(({ holderId }) => holderId)) : null;
    const invitations = pending.map(({ id, holderId, expiresAt }) => {
      const holder = holders?.get(holderId);
      return {
        invitation_id: id,
        invited_by: holder?.emailVerified ? holder.email : null,
        expires_at: expiresAt,
      };
    });
    return ok({ invitations });
  },
});
