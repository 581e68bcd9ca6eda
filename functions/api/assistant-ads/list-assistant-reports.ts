import * as z from 'zod';
import { reports } from '#shared/assistant-ads/needs.ts';
import { decimalOfMicros } from '#shared/assistant-ads/report-formats.ts';
import { reportFile, type StoredReport } from '#shared/assistant-ads/store/assistant-reports.ts';
import { files } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { keyCursor } from '#shared/http/page-cursor.ts';
import { hourInSeconds } from '#shared/values/durations.ts';

const linkSeconds = hourInSeconds;

const place = keyCursor(/^\d{4}-\d{2}-\d{2}#./);

const Report = z
  .object({
    day: z.iso.date().meta({ description: "In the ad account's time zone." }),
    account_id: z.string().meta({ description: 'Id of the ad account in the conversational-assistant channel.' }),
    account_name: z.string().meta({ description: 'Name of the ad account.' }),
    currency: z.string(),
    spend: z.string().meta({ description: 'Amount spent on the day, as an exact decimal.' }),
    clicks: z.int(),
    conversions: z.int().meta({ description: 'Number of conversions.' }),
    headline: z.string().meta({ description: 'One sentence that sums up the report.' }),
    problems: z.int().meta({ description: 'Number of problems that need attention.' }),
    html_url: z.string().meta({ description: 'Link to the page. It works for an hour.' }),
    json_url: z.string().meta({ description: 'Link to all figures. It works for an hour.' }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'AssistantReport' });

export const listAssistantReports = defineEndpoint({
  id: 'listAssistantReports',
  method: 'GET',
  path: '/api/v1/dashboard/assistant-ads-reports',
  auth: 'view',
  needs: { files, reports },
  summary: 'List daily reports of assistant ads',
  description:
    "Returns the daily reports of the conversational assistant's ads, newest first: one a day for each ad account with daily reports enabled.",
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(20),
    cursor: place.field,
  }),
  responses: {
    200: z
      .object({
        reports: z.array(Report).meta({ description: 'The reports, newest first.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'AssistantReports' }),
  },
  example: {
    query: { limit: 20 },
    responses: {
      200: {
        reports: [
          {
            day: '2026-11-20',
            account_id: 'act_1',
            account_name: 'Northwind Shoes',
            currency: 'USD',
            spend: '231.40',
            clicks: 412,
            conversions: 9,
            headline: 'More people came than in the week before',
            problems: 1,
            html_url: 'https://files.example/reports/1/act_1/2026-11-20.html?…',
            json_url: 'https://files.example/reports/1/act_1/2026-11-20.json?…',
            created_at: '2026-11-21T12:31:07.000Z',
          },
        ],
        next_cursor: null,
      },
    },
  },

  async handle({ query: { limit, cursor }, actor: { accountId } }, { reports, files }) {
    const page = await reports.page(accountId, { before: cursor, limit });
    const record = (report: StoredReport): z.input<typeof Report> => ({
      day: report.day,
      account_id: report.accountId,
      account_name: report.accountName,
      currency: report.currency,
      spend: decimalOfMicros(report.spendMicros, report.currency),
      clicks: report.clicks,
      conversions: report.conversions,
      headline: report.headline,
      problems: report.problems,
      html_url: files.link(`${reportFile(report)}.html`, { seconds: linkSeconds }),
      json_url: files.link(`${reportFile(report)}.json`, { seconds: linkSeconds }),
      created_at: report.createdAt,
    });
    return ok({
      reports: page.reports.map(record),
      next_cursor: page.next && place.textOf(page.next),
    });
  },
});
