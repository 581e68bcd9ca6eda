import * as z from 'zod';
import { namedUser, namesOneUser, userNaming } from '#shared/accounts/named-user.ts';
import type { CreditDeps } from '#shared/deps.ts';
import { endpointWith, ok } from '#shared/http/endpoint.ts';
import { invalid } from '#shared/http/errors.ts';
import { assertDone, exampleTeam, Team, TeamParams } from './team-schema.ts';

export const addTeamMember = endpointWith<CreditDeps>()({
  id: 'addTeamMember',
  method: 'PUT',
  path: '/api/v1/licences/{license_key}/members',
  auth: 'user',
  cors: 'front_ends',
  summary: 'Add a member to the team of a licence',
  description:
    'Adds a user to the team of your licence. Repeatable. The tier says how many seats there are; an upgrade takes the team along.',
  params: TeamParams,
  body: z.object(userNaming).meta({ id: 'AddTeamMemberRequest' }),
  check: namesOneUser,
  responses: { 200: Team },
  errors: ['not_found', 'licence_not_active', 'team_full'],
  example: {
    params: { license_key: exampleTeam.license_key },
    body: { email: 'grace@northwind.example' },
    responses: { 200: exampleTeam },
  },

  async handle({ params: { license_key }, body, actor }, { licences, users, teamSeats }) {
    const { id: memberId } = await namedUser(body, users);
    if (memberId === actor.userId)
      throw invalid({
        type: 'value_error',
        loc: ['body', body.email ? 'email' : 'user_id'],
        msg: 'The holder needs no seat',
      });
    const seats = (tier: 1 | 2 | 3 | null) => (tier === null ? 0 : (teamSeats[tier] ?? 0));
    assertDone(await licences.addMember(license_key, { holderId: actor.userId, memberId, seats }));
    return ok({ license_key, members: await licences.team(license_key) });
  },
});
