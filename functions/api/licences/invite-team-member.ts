import * as z from 'zod';
import { Email } from '#shared/accounts/fields.ts';
import { activity } from '#shared/activity/activity.ts';
import { challenge } from '#shared/http/credentials.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { licenceErrors } from '#shared/licences/errors.ts';
import { teamSeats, teams } from '#shared/licences/needs.ts';
import { invitationDays, resendMinutes, teamInvitationsLimit } from '#shared/licences/rules/limits.ts';
import { seatsBy } from '#shared/licences/rules/seats.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { inWords } from '#shared/values/number-texts.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';
import { exampleInvited, exampleTeam, TeamParams } from './team-schema.ts';

const refusals = {
  // The error does not reveal that another user holds the licence.
  not_held: serviceErrors.not_found,
  not_active: licenceErrors.licence_not_active,
  full: licenceErrors.team_full,
};

const TeamInvitation = z
  .object({
    license_key: z.string(),
    invitation_id: z.string().meta({ description: 'The invitation.' }),
    email: z.string(),
    status: z.literal('invited'),
    expires_at: z.iso.datetime().meta({ description: 'When the invitation expires and its seat is free.' }),
  })
  .meta({ id: 'TeamInvitation' });

export const inviteTeamMember = defineEndpoint({
  id: 'inviteTeamMember',
  method: 'PUT',
  path: '/api/v1/licences/{license_key}/members',
  auth: 'user',
  needs: { limits, teamSeats, teams },
  summary: 'Invite a person to the team of a licence',
  description:
    `Sends an invitation by e-mail and holds a seat for ${invitationDays} days. The invited person becomes a member by accepting it. ` +
    `The response is the same whether or not the address has an account, and whether or not an e-mail can go to it. Repeat the request to send the e-mail again, at most every ${inWords(resendMinutes)} minutes; the ${invitationDays} days then start again. ` +
    'The tier determines the number of seats; an upgrade keeps the team.',
  params: TeamParams,
  body: z.object({ email: Email }).meta({ id: 'InviteTeamMemberRequest' }),
  responses: { 202: TeamInvitation },
  errors: [serviceErrors.not_found, licenceErrors.licence_not_active, licenceErrors.team_full, serviceErrors.too_many_requests],
  rateLimit: teamInvitationsLimit,
  example: {
    params: { license_key: exampleTeam.license_key },
    body: { email: exampleInvited.email },
    responses: {
      202: {
        license_key: exampleTeam.license_key,
        invitation_id: exampleInvited.invitation_id,
        email: exampleInvited.email,
        status: 'invited',
        expires_at: exampleInvited.expires_at,
      },
    },
  },

  async handle({ params: { license_key }, body: { email }, actor: { userId, user } }, deps) {
    if (email === user.email) throw invalid({ type: 'value_error', loc: ['body', 'email'], msg: 'The holder needs no seat' });
    const headers = await consumeRateLimit(teamInvitationsLimit, String(userId), deps.limits);
    const noted = [await activity('member_invited', ownAccountOf(userId))];
    const sessionEpoch = user.tokensValidAfter;
    const invitation = { holderId: userId, sessionEpoch, email, seats: seatsBy(deps), noted };
    const outcome = await deps.teams.invite(license_key, invitation);
    if (outcome === 'session_ended') throw fail(serviceErrors.unauthenticated, challenge);
    if (typeof outcome === 'string') throw fail(refusals[outcome], { headers });
    const { id, expiresAt } = outcome;
    return reply(202, { license_key, invitation_id: id, email, status: 'invited' as const, expires_at: expiresAt }, headers);
  },
});
