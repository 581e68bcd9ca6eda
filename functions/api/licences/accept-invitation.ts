import { accountErrors } from '#shared/accounts/errors.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { licenceErrors } from '#shared/licences/errors.ts';
import { exampleLicence, OwnLicence, ownLicenceOf } from '#shared/licences/licence-record.ts';
import { membershipNotes } from '#shared/licences/membership-notes.ts';
import { licences, teamSeats, teams } from '#shared/licences/needs.ts';
import { seatsBy } from '#shared/licences/rules/seats.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { assertOwnAddress, exampleInvitationParams, InvitationParams } from './invitation-schema.ts';

const refusals = {
  unknown: serviceErrors.not_found,
  not_active: licenceErrors.licence_not_active,
  full: licenceErrors.team_full,
};

export const acceptInvitation = defineEndpoint({
  id: 'acceptInvitation',
  method: 'POST',
  path: '/api/v1/licences/invitations/{id}/accept',
  auth: 'user',
  needs: { activityLog, licences, teamSeats, teams },
  summary: 'Accept an invitation to a team',
  description:
    'Makes you a member of the team of the licence. The invitation must be to your verified e-mail address. Repeatable. Members receive no sign-up credits.',
  params: InvitationParams,
  responses: { 200: OwnLicence },
  errors: [serviceErrors.not_found, accountErrors.verification_required, licenceErrors.licence_not_active, licenceErrors.team_full],
  example: { params: exampleInvitationParams, responses: { 200: { ...exampleLicence, role: 'member' } } },

  async handle({ params: { id }, actor: { user } }, deps) {
    assertOwnAddress(user);
    const acceptance = { email: user.email, id, userId: user.id, seats: seatsBy(deps) };
    const joined = { type: 'member_joined', memberId: user.id } as const;
    const outcome = await deps.teams.accept(acceptance, membershipNotes(joined, deps.activityLog));
    if (typeof outcome === 'string') throw fail(refusals[outcome]);
    const licence = await deps.licences.byKey(outcome.licenceKey);
    if (!licence) throw new Error('A licence with members is gone.');
    return ok(ownLicenceOf(licence, user.id));
  },
});
