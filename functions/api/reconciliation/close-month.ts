import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { cellStates, cells } from '#shared/cells/needs.ts';
import { plainField } from '#shared/conversions/event-fields.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { closeMonth as close } from '#shared/reconciliation/close-month.ts';
import { reconciliationErrors } from '#shared/reconciliation/errors.ts';
import { monthFacts } from '#shared/reconciliation/list-months.ts';
import { months, parts, reconciliations } from '#shared/reconciliation/needs.ts';
import { reportLimit } from '#shared/reports/rules/limits.ts';
import { spendDays } from '#shared/spend/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { exampleMonth, MonthRecord, monthAnswer, monthParams } from './month-answer.ts';
import { environmentField } from './reconciliation-request.ts';

export const reasonField = plainField(200).meta({
  description: 'Your own words, without personal data. What looks like an address or a number of a person is redacted.',
});
export const redacted = (reason: string) => String(redactPersonalData({ reason }).properties.reason);

export const closeReconciliationMonth = defineEndpoint({
  id: 'closeReconciliationMonth',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations/months/{month}/close',
  auth: 'view',
  needs: { cellStates, cells, months, parts, reconciliations, spendDays },
  unknownFields: 'refused',
  summary: 'Close a month of the books',
  description:
    'Stamps the month with the comparison that has most of its days, the newest of equal ones, and with its totals in reports. Nothing is refused afterwards: late orders, adjustments and imports count as always, and the month says what they changed (`changed_since`). The same request again returns the same stamp; to stamp it again, reopen it first.',
  params: monthParams,
  query: z.object({ environment: environmentField }),
  body: z.object({ reason: reasonField.nullish() }).meta({ id: 'CloseMonthRequest' }),
  responses: { 200: MonthRecord },
  errors: [
    serviceErrors.too_many_requests,
    reconciliationErrors.month_not_compared,
    reconciliationErrors.month_not_over,
    accountErrors.account_inactive,
  ],
  callLimit: reportLimit,
  example: {
    params: { month: '2026-10' },
    body: {},
    responses: { 200: { ...exampleMonth, changed_since: [] } },
  },

  async handle({ params, query, body, actor }, deps) {
    const of = { accountId: actor.accountId, ...query, ...params };
    const month = await close(of, body.reason ? redacted(body.reason) : null, deps);
    return ok(monthAnswer(of, month, await monthFacts(month, deps)));
  },
});
