import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { exampleTeam, Team, TeamParams, teamAnswer, teamSchemaNeeds } from './team-schema.ts';

export const listTeam = defineEndpoint({
  id: 'listTeam',
  method: 'GET',
  path: '/api/v1/licences/{license_key}/members',
  auth: 'user',
  needs: teamSchemaNeeds,
  summary: 'List the team of a licence',
  description: 'Returns the members of the team of your licence and the open invitations.',
  params: TeamParams,
  responses: { 200: Team },
  errors: [serviceErrors.not_found],
  example: { params: { license_key: exampleTeam.license_key }, responses: { 200: exampleTeam } },

  handle: async ({ params: { license_key }, actor: { userId } }, deps) => ok(await teamAnswer(license_key, userId, deps)),
});
