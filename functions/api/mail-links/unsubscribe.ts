import type { Deps } from '#functions/http/mail-links/deps.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { pageHeaders } from './mail-page.ts';
import { preferenceLink } from './preference-link.ts';
import { unknownLinkPage, unsubscribedPage } from './preference-pages.ts';

export const unsubscribe = defineEndpoint<Deps>()({
  ...preferenceLink,
  id: 'unsubscribe',
  method: 'POST',
  path: '/m/u/{token}',
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
