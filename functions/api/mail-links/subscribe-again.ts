import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { frontEnd, mailLinks, mailPreferences } from '#shared/mail/needs.ts';
import { pageHeaders } from './mail-page.ts';
import { preferenceLink } from './preference-link.ts';
import { subscribedPage, unknownLinkPage } from './preference-pages.ts';

export const subscribeAgain = defineEndpoint({
  ...preferenceLink,
  id: 'subscribeAgain',
  method: 'POST',
  path: '/m/s/{token}',
  needs: { frontEnd, mailLinks, mailPreferences },
  summary: 'Subscribe again',
  description: 'Reverses an unsubscription, for the button on the unsubscribe page. Takes the token of the unsubscribe link.',

  async handle({ params: { token } }, { mailLinks, mailPreferences, frontEnd }) {
    const userId = await mailLinks.readUnsubscribe(token);
    if (userId === null) return reply(404, unknownLinkPage(frontEnd.home), pageHeaders);
    await mailPreferences.set(userId, true);
    return reply(200, subscribedPage(token), pageHeaders);
  },
});
