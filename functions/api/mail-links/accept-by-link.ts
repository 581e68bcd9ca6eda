import { users } from '#shared/accounts/needs.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { membershipNotes } from '#shared/licences/membership-notes.ts';
import { teamSeats, teams } from '#shared/licences/needs.ts';
import { seatsBy } from '#shared/licences/rules/seats.ts';
import { frontEnd, mailLinks } from '#shared/mail/needs.ts';
import { invitationLink } from './invitation-link.ts';
import { acceptedPage, accountNeededPage, cannotJoinPage, closedInvitationPage } from './invitation-pages.ts';
import { pageHeaders } from './mail-page.ts';
import { unknownLinkPage } from './preference-pages.ts';

export const acceptByLink = defineEndpoint({
  ...invitationLink,
  id: 'acceptInvitationByLink',
  method: 'POST',
  path: '/m/i/{token}',
  needs: { activityLog, frontEnd, mailLinks, teamSeats, teams, users },
  summary: 'Accept an invitation to a team by its link',
  description:
    'Accepts the invitation, for the button on the page of the link. The account with the invited address becomes a member; it must be active and have verified the address.',

  async handle({ params: { token } }, deps) {
    const { mailLinks, teams, activityLog, users, frontEnd } = deps;
    const link = await mailLinks.readInvitation(token);
    if (!link) return reply(404, unknownLinkPage(frontEnd.home), pageHeaders);
    const email = await teams.invitedAddress(link.digest, link.id);
    const user = email === null ? null : await users.byEmail(email);
    if (email === null) return reply(404, closedInvitationPage(frontEnd.home), pageHeaders);
    if (!user?.isActive || !user.emailVerified) return reply(200, accountNeededPage(token, frontEnd.home), pageHeaders);
    const acceptance = { email, id: link.id, userId: user.id, seats: seatsBy(deps) };
    const outcome = await teams.accept(acceptance, membershipNotes({ type: 'member_joined', memberId: user.id }, activityLog));
    if (outcome === 'unknown') return reply(404, closedInvitationPage(frontEnd.home), pageHeaders);
    const page = typeof outcome === 'string' ? cannotJoinPage : acceptedPage;
    return reply(200, page(frontEnd.home), pageHeaders);
  },
});
