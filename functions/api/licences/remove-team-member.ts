import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { removalNotes } from '#shared/licences/membership-notes.ts';
import { licences } from '#shared/licences/needs.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { exampleInvited, exampleMember, exampleTeam, Team, TeamParams, teamAnswer, teamSchemaNeeds } from './team-schema.ts';

const needs = { ...teamSchemaNeeds, activityLog, licences };
type Deps = DepsOf<typeof needs>;

export const removeTeamMember = defineEndpoint({
  id: 'removeTeamMember',
  method: 'DELETE',
  path: '/api/v1/licences/{license_key}/members',
  auth: 'user',
  needs,
  summary: 'Remove a member from the team of a licence',
  description: 'Removes a member from the team of your licence, or withdraws an invitation. The seat is free at once. Repeatable.',
  params: TeamParams,
  query: z.object({
    user_id: z.coerce.number().int().min(1).optional().meta({ description: 'Id of the member to remove.' }),
    invitation_id: z.string().max(100).optional().meta({
      description: 'Id of the invitation to withdraw. Send either this or `user_id`.',
    }),
  }),
  responses: { 200: Team },
  errors: [serviceErrors.not_found],
  example: {
    params: { license_key: exampleTeam.license_key },
    query: { user_id: exampleMember.user_id },
    responses: { 200: { ...exampleTeam, members: [exampleInvited] } },
  },

  async handle({ params: { license_key }, query: { user_id, invitation_id }, actor: { userId } }, deps) {
    if ((user_id === undefined) === (invitation_id === undefined))
      throw invalid({
        type: user_id === undefined ? 'missing' : 'value_error',
        loc: ['query', 'user_id'],
        msg: 'Either `user_id` or `invitation_id`',
      });
    const outcome =
      user_id === undefined
        ? await withdrawn(license_key, { holderId: userId, id: invitation_id ?? '' }, deps)
        : await deps.licences.removeMember(
            license_key,
            { holderId: userId, memberId: user_id },
            await removalNotes(userId, user_id, deps.activityLog),
          );
    if (outcome === 'not_held') throw fail(serviceErrors.not_found);
    return ok(await teamAnswer(license_key, userId, deps));
  },
});

async function withdrawn(licenceKey: string, invitation: { holderId: number; id: string }, { teams, activityLog }: Deps) {
  const entry = await activity('invitation_withdrawn', invitation.holderId, { invitation_id: invitation.id });
  return await teams.withdraw(licenceKey, invitation, [activityLog.part(entry)]);
}
