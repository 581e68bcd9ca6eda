import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { frontEnd, mailLinks, mailPreferences } from '#shared/mail/needs.ts';
import { pageHeaders } from './mail-page.ts';
import { preferenceLink } from './preference-link.ts';
import { subscribedPage, unknownLinkPage, unsubscribedPage } from './preference-pages.ts';

export const showSubscription = defineEndpoint({
  ...preferenceLink,
  id: 'showSubscription',
  method: 'GET',
  path: '/m/u/{token}',
  needs: { frontEnd, mailLinks, mailPreferences },
  summary: 'Show the unsubscribe page',
  description:
    'Shows the page of the unsubscribe link in our e-mails with the current setting. Changes nothing, because mail scanners open every link.',

  async handle({ params: { token } }, { mailLinks, mailPreferences, frontEnd }) {
    const userId = await mailLinks.readUnsubscribe(token);
    if (userId === null) return reply(404, unknownLinkPage(frontEnd.home), pageHeaders);
    const page = (await mailPreferences.isSubscribed(userId)) ? subscribedPage : unsubscribedPage;
    return reply(200, page(token), pageHeaders);
  },
});
