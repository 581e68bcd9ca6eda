import * as z from 'zod';
import { activityLog } from '#shared/activity/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { membershipNotes } from '#shared/licences/membership-notes.ts';
import { teams } from '#shared/licences/needs.ts';
import { exampleTeam, TeamParams } from './team-schema.ts';

export const leaveTeam = defineEndpoint({
  id: 'leaveTeam',
  method: 'POST',
  path: '/api/v1/licences/{license_key}/leave',
  auth: 'user',
  needs: { activityLog, teams },
  summary: 'Leave the team of a licence',
  description: 'Ends your membership in the team of a licence. Your seat is free at once. Repeatable.',
  params: TeamParams,
  responses: {
    200: z
      .object({
        license_key: z.string(),
        status: z.literal('left').meta({ description: 'Always `false`: you are not a member of the team.' }),
      })
      .meta({ id: 'LeftTeam' }),
  },
  example: {
    params: { license_key: exampleTeam.license_key },
    responses: { 200: { license_key: exampleTeam.license_key, status: 'left' } },
  },

  async handle({ params: { license_key }, actor: { userId } }, { teams, activityLog }) {
    const note = { type: 'member_left', memberId: userId } as const;
    await teams.leave(license_key, userId, membershipNotes(note, activityLog));
    return ok({ license_key, status: 'left' as const });
  },
});
