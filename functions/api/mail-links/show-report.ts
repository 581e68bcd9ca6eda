import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { reportFile } from '#shared/assistant-ads/store/assistant-reports.ts';
import { files } from '#shared/aws/needs.ts';
import { defineEndpoint, raw, reply } from '#shared/http/endpoint.ts';
import { reportLinkDays } from '#shared/mail/mail-links.ts';
import { frontEnd, mailLinks } from '#shared/mail/needs.ts';
import { ownerOf } from '#shared/values/tenant.ts';
import { mailPage, pageHeaders } from './mail-page.ts';
import { unknownLinkPage } from './preference-pages.ts';

const htmlPage = 'text/html; charset=utf-8';
const linkSeconds = 300;

export const showReport = defineEndpoint({
  id: 'showReport',
  method: 'GET',
  path: '/m/r/{token}',
  auth: 'none',
  needs: { files, frontEnd, mailLinks, users },
  summary: 'Follow the link to a report',
  description: `Redirects from the link in an e-mail to the page of the report. The link works for ${reportLinkDays} days from the day of the report, while the account is active; the redirect target works for five minutes.`,
  params: z.object({ token: z.string() }),
  responses: {
    302: raw(htmlPage, 'Redirects to the page of the report.'),
    404: raw(htmlPage, 'A page that says that the link is unknown or has expired, or that the report is gone.'),
  },
  example: {
    params: { token: 'WzEsImFjdF8xIiwiMjAyNi0xMS0yMCJd.0123456789abcdef0123456789abcdef' },
    responses: { 302: '<!doctype html>…', 404: '<!doctype html>…' },
  },

  async handle({ params: { token } }, { now, users, mailLinks, files, frontEnd }) {
    const report = await mailLinks.readReport(token, now());
    const isActive = report && (await users.byId(ownerOf(report.userId)))?.isActive;
    const file = isActive && `${reportFile(report)}.html`;
    if (!file || (await files.size(file)) === null) return reply(404, unknownLinkPage(frontEnd.home), pageHeaders);
    const location = files.link(file, { seconds: linkSeconds });
    const page = mailPage({ title: 'Opening the report', text: 'One moment.', link: location });
    return reply(302, page, { ...pageHeaders, location });
  },
});
