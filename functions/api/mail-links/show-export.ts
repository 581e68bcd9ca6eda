import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { objects } from '#shared/aws/needs.ts';
import { exportFile } from '#shared/event-log/rules/export-file.ts';
import { defineEndpoint, raw, reply } from '#shared/http/endpoint.ts';
import { exportLinkDays } from '#shared/mail/mail-links.ts';
import { frontEnd, mailLinks } from '#shared/mail/needs.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import { mailPage, pageHeaders } from './mail-page.ts';
import { unknownLinkPage } from './preference-pages.ts';

const htmlPage = 'text/html; charset=utf-8';
const linkSeconds = 300;

export const showExport = defineEndpoint({
  id: 'showExport',
  method: 'GET',
  path: '/m/e/{token}',
  auth: 'none',
  needs: { exportFiles: objects, frontEnd, mailLinks, users },
  summary: 'Follow the link to an export of your data',
  description: `Redirects from the link in an e-mail to the file. The link works for ${exportLinkDays} days while the account is active; the redirect target works for five minutes.`,
  params: z.object({ token: z.string() }),
  responses: {
    302: raw(htmlPage, 'Redirects to the file.'),
    404: raw(htmlPage, 'A page that says that the link is unknown or has expired, or that the file is gone.'),
  },
  example: {
    params: { token: 'WzEsImV4cG9ydF8xIiwxXQ.0123456789abcdef0123456789abcdef' },
    responses: { 302: '<!doctype html>…', 404: '<!doctype html>…' },
  },

  async handle({ params: { token } }, { now, users, mailLinks, exportFiles, frontEnd }) {
    const link = await mailLinks.readExport(token, now());
    const isActive = link && (await users.byId(ownerOf(link.userId)))?.isActive;
    const file = isActive && exportFile({ accountId: link.userId, id: link.id });
    if (!file || (await exportFiles.size(file)) === null) return reply(404, unknownLinkPage(frontEnd.home), pageHeaders);
    const location = exportFiles.link(file, {
      seconds: linkSeconds,
      fileName: 'adtrail-account.ndjson.gz',
    });
    const page = mailPage({ title: 'Opening the export', text: 'One moment.', link: location });
    return reply(302, page, { ...pageHeaders, location });
  },
});
