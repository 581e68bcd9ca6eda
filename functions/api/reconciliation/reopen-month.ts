import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { cellStates, cells } from '#shared/cells/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reopenMonth as reopen } from '#shared/reconciliation/close-month.ts';
import { reconciliationErrors } from '#shared/reconciliation/errors.ts';
import { monthFacts } from '#shared/reconciliation/list-months.ts';
import { months, parts, reconciliations } from '#shared/reconciliation/needs.ts';
import { reportLimit } from '#shared/reports/rules/limits.ts';
import { spendDays } from '#shared/spend/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { reasonField, redacted } from './close-month.ts';
import { exampleMonth, MonthRecord, monthAnswer, monthParams } from './month-answer.ts';
import { environmentField } from './reconciliation-request.ts';

export const reopenReconciliationMonth = defineEndpoint({
  id: 'reopenReconciliationMonth',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations/months/{month}/reopen',
  auth: 'view',
  needs: { cellStates, cells, months, parts, reconciliations, spendDays },
  unknownFields: 'refused',
  summary: 'Reopen a month of the books',
  description: 'Takes the stamp of a closed month back, with a reason. Figures do not change. The same request again changes nothing.',
  params: monthParams,
  query: z.object({ environment: environmentField }),
  body: z.object({ reason: reasonField }).meta({ id: 'ReopenMonthRequest' }),
  responses: { 200: MonthRecord },
  errors: [serviceErrors.too_many_requests, reconciliationErrors.month_not_closed, accountErrors.account_inactive],
  callLimit: reportLimit,
  example: {
    params: { month: '2026-10' },
    body: { reason: 'A refund was missing.' },
    responses: {
      200: {
        ...exampleMonth,
        state: 'reopened',
        totals: null,
        changed_since: null,
        reopened_at: '2026-11-04T10:00:00.000Z',
        reopened_by: { kind: 'user', id: '4711' },
        reopen_reason: 'A refund was missing.',
      },
    },
  },

  async handle({ params, query, body, actor }, deps) {
    const of = { accountId: actor.accountId, ...query, ...params };
    const month = await reopen(of, redacted(body.reason), deps);
    return ok(monthAnswer(of, month, await monthFacts(month, deps)));
  },
});
