import * as z from 'zod';
import { defineEndpoint, raw, reply } from '#shared/http/endpoint.ts';
import { log } from '#shared/log.ts';
import { frontEnd, mailLinks } from '#shared/mail/needs.ts';
import { notifications } from '#shared/notifications/needs.ts';
import { notable } from '#shared/notifications/rules/notifications.ts';
import { mailPage, pageHeaders } from './mail-page.ts';
import { unknownLinkPage } from './preference-pages.ts';

const htmlPage = 'text/html; charset=utf-8';

export const followLink = defineEndpoint({
  id: 'followLink',
  method: 'GET',
  path: '/m/c/{token}',
  auth: 'none',
  needs: { frontEnd, mailLinks, notifications },
  summary: 'Follow a link in an e-mail',
  description:
    'Redirects from a link in one of our e-mails to the front end. The team is notified the first time a link of an e-mail is followed. The destination is configured and never part of the link.',
  params: z.object({ token: z.string() }),
  responses: {
    302: raw(htmlPage, 'Redirects to the front end.'),
    404: raw(htmlPage, 'A page that says that the link is invalid.'),
  },
  example: {
    params: { token: 'WzEsIndlbGNvbWUiLCJkYXNoYm9hcmQiLCJ3ZWxjb21lIzEiXQ.0123456789abcdef0123456789abcdef' },
    responses: { 302: '<!doctype html>…', 404: '<!doctype html>…' },
  },

  async handle({ params: { token }, requestId }, { mailLinks, notifications, frontEnd }) {
    const click = await mailLinks.readClick(token);
    if (!click) return reply(404, unknownLinkPage(frontEnd.home), pageHeaders);
    const { userId, type, cta, mailId } = click;
    const id = `${mailId}#${cta}`;
    const text = `User ${userId} pressed ${cta} in the e-mail ${type}.`;
    // Mailbox scanners follow links repeatedly, so only the first click counts.
    await notifications
      .once(userId, notable.buttonPressed(id), {
        effects: [{ kind: 'notice', id: `mail_click#${id}`, text }],
      })
      .catch((error: Error) => log.warn('click not noted', { request_id: requestId, error }));
    const location = frontEnd[cta];
    const page = mailPage({ title: 'Continuing to adtrail', text: 'One moment.', link: location });
    return reply(302, page, { ...pageHeaders, location });
  },
});
