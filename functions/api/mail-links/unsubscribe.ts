import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { frontEnd, mailLinks, mailPreferences } from '#shared/mail/needs.ts';
import { pageHeaders } from './mail-page.ts';
import { preferenceLink } from './preference-link.ts';
import { unknownLinkPage, unsubscribedPage } from './preference-pages.ts';

export const unsubscribe = defineEndpoint({
  ...preferenceLink,
  id: 'unsubscribe',
  method: 'POST',
  path: '/m/u/{token}',
  needs: { frontEnd, mailLinks, mailPreferences },
  summary: 'Unsubscribe in one click',
  description:
    'Unsubscribes at once, without confirmation. Mail programs call it for their own unsubscribe button (RFC 8058), with `List-Unsubscribe=One-Click` as a form. The body is ignored. Codes and security notices are always sent.',

  async handle({ params: { token } }, { mailLinks, mailPreferences, frontEnd }) {
    const userId = await mailLinks.readUnsubscribe(token);
    if (userId === null) return reply(404, unknownLinkPage(frontEnd.home), pageHeaders);
    await mailPreferences.set(userId, false);
    return reply(200, unsubscribedPage(token), pageHeaders);
  },
});
