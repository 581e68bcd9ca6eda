import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { teams } from '#shared/licences/needs.ts';
import { frontEnd, mailLinks } from '#shared/mail/needs.ts';
import { invitationLink } from './invitation-link.ts';
import { closedInvitationPage, invitationPage } from './invitation-pages.ts';
import { pageHeaders } from './mail-page.ts';
import { unknownLinkPage } from './preference-pages.ts';

export const showInvitation = defineEndpoint({
  ...invitationLink,
  id: 'showInvitation',
  method: 'GET',
  path: '/m/i/{token}',
  needs: { frontEnd, mailLinks, teams },
  summary: 'Show an invitation to a team',
  description: 'Shows the page of an invitation link. Changes nothing, because mail scanners open every link.',

  async handle({ params: { token } }, { mailLinks, teams, frontEnd }) {
    const link = await mailLinks.readInvitation(token);
    if (!link) return reply(404, unknownLinkPage(frontEnd.home), pageHeaders);
    if (!(await teams.open(link.digest, link.id))) return reply(404, closedInvitationPage(frontEnd.home), pageHeaders);
    return reply(200, invitationPage(token), pageHeaders);
  },
});
