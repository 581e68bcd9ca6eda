import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { teams } from '#shared/licences/needs.ts';
import { frontEnd, mailLinks } from '#shared/mail/needs.ts';
import { invitationLink } from './invitation-link.ts';
import { closedInvitationPage, declinedPage } from './invitation-pages.ts';
import { pageHeaders } from './mail-page.ts';
import { unknownLinkPage } from './preference-pages.ts';

export const declineByLink = defineEndpoint({
  ...invitationLink,
  id: 'declineInvitationByLink',
  method: 'POST',
  path: '/m/d/{token}',
  needs: { frontEnd, mailLinks, teams },
  summary: 'Decline an invitation to a team by its link',
  description: 'Declines the invitation, for the button on the page of the link. No account is needed.',

  async handle({ params: { token } }, { mailLinks, teams, frontEnd }) {
    const link = await mailLinks.readInvitation(token);
    if (!link) return reply(404, unknownLinkPage(frontEnd.home), pageHeaders);
    if ((await teams.decline(link.digest, link.id)) === 'unknown') return reply(404, closedInvitationPage(frontEnd.home), pageHeaders);
    return reply(200, declinedPage(frontEnd.home), pageHeaders);
  },
});
