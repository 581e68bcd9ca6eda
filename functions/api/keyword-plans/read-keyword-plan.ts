import * as z from 'zod';
import { Bom, csvEndpoint, withBom } from '#shared/http/csv-endpoint.ts';
import { asForm, defineEndpoint, ok, raw } from '#shared/http/endpoint.ts';
import { plans } from '#shared/keyword-plans/needs.ts';
import { keywordPlanCsv } from '#shared/keyword-plans/rules/keyword-plan-csv.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { Plan, planExample, planRecord } from './plan-schema.ts';

const csv = raw('text/csv; charset=utf-8', 'The plan as a file for the desktop editor of the search engine.');

export const readKeywordPlan = defineEndpoint({
  id: 'readKeywordPlan',
  method: 'GET',
  path: '/api/v1/dashboard/search-ads-keywords',
  auth: 'view',
  needs: { plans },
  summary: 'Retrieve your keyword plan',
  description:
    'Returns your latest keyword plan for search ads. A brand and a non-brand campaign of ten exact-match keywords each, with negatives. A plan is made after each discovery and on request (`planKeywords`). `format=csv` returns the file of `readKeywordPlanCsv`.',
  query: z.object({
    format: z.enum(['json', 'csv']).default('json').meta({ description: "`csv` returns a file for the search engine's desktop editor." }),
    bom: Bom,
    version: z.coerce.number().int().min(1).optional().meta({ description: 'An earlier plan.' }),
  }),
  responses: {
    200: z
      .object({ plan: Plan.nullable().meta({ description: 'The latest plan; `null` before the first.' }) })
      .meta({ id: 'LatestKeywordPlan' }),
  },
  otherForms: [csv],
  errors: [serviceErrors.not_found],
  example: { query: {}, responses: { 200: { plan: planExample } } },

  async handle({ query: { format, version, bom }, actor: { accountId } }, { plans }) {
    const plan = await (version === undefined ? plans.latest(accountId) : plans.byVersion(accountId, version));
    if (!plan && (version !== undefined || format === 'csv'))
      throw fail(serviceErrors.not_found, {
        detail: version ? 'There is no plan of this version.' : 'There is no plan yet.',
      });
    if (!plan || format === 'json') return ok({ plan: plan && planRecord(plan) });
    const file = `keyword-plan-${plan.version}.csv`;
    return asForm(csv, withBom(keywordPlanCsv(plan), bom), {
      'content-disposition': `attachment; filename="${file}"`,
    });
  },
});

export const readKeywordPlanCsv = csvEndpoint(readKeywordPlan, {
  id: 'readKeywordPlanCsv',
  summary: 'Retrieve your keyword plan as a file',
  description:
    'Returns the plan of `readKeywordPlan` for import into the desktop editor of the search engine, with paused campaigns and the shared negative keywords in each campaign.',
  form: csv,
  example:
    'Campaign,Campaign Type,Networks,Budget,Bid Strategy Type,Languages,Campaign Status,Ad Group,Ad Group Status,Keyword,Criterion Type,Status,Final URL\r\n' +
    'Northwind Brand,Search,Google search,10,Manual CPC,en,Paused,,,,,,\r\n',
});
