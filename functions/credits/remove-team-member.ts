import * as z from 'zod';
import type { CreditDeps } from '#shared/deps.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { assertDone, exampleTeam, Team, TeamParams } from './team-schema.ts';

export const removeTeamMember = endpointWith<CreditDeps>()({
  id: 'removeTeamMember',
  method: 'DELETE',
  path: '/api/v1/licences/{license_key}/members',
  auth: 'user',
  cors: 'front_ends',
  summary: 'Remove a member from the team of a licence',
  description: 'Removes a user from the team of your licence. Repeatable: who is no member stays none.',
  params: TeamParams,
  query: z.object({ user_id: z.coerce.number().int().min(1) }),
  responses: { 200: Team },
  errors: ['not_found'],
  example: {
    params: { license_key: exampleTeam.license_key },
    query: { user_id: 245_813_760_003_391 },
    responses: { 200: { ...exampleTeam, members: [] } },
  },

  async handle({ params: { license_key }, query, actor }, { licences }) {
    const seat = { holderId: actor.userId, memberId: query.user_id };
    assertDone(await licences.removeMember(license_key, seat));
    return ok({ license_key, members: await licences.team(license_key) });
  },
});
