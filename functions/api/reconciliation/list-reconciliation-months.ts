import * as z from 'zod';
import { cellStates, cells } from '#shared/cells/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { keyCursor } from '#shared/http/page-cursor.ts';
import { listMonths } from '#shared/reconciliation/list-months.ts';
import { months, parts, reconciliations } from '#shared/reconciliation/needs.ts';
import { reconciliationDays } from '#shared/reconciliation/rules/limits.ts';
import { monthForm } from '#shared/reconciliation/rules/months.ts';
import { reportLimit } from '#shared/reports/rules/limits.ts';
import { spendDays } from '#shared/spend/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { exampleMonth, MonthRecord, monthAnswer } from './month-answer.ts';
import { environmentField } from './reconciliation-request.ts';

const cursor = keyCursor(monthForm);

export const listReconciliationMonths = defineEndpoint({
  id: 'listReconciliationMonths',
  method: 'GET',
  path: '/api/v1/pixel/reconciliations/months',
  auth: 'view',
  needs: { cellStates, cells, months, parts, reconciliations, spendDays },
  summary: 'List the months of the books',
  description: `Returns the months that were closed, and those that a reconciliation of the last ${reconciliationDays} days has days of, newest first. A closed month says what changed since: \`changed_since\` compares the reports of today with those of its closing, and \`later_comparison\` is a newer comparison. Events that no ad earned are in comparisons alone.`,
  query: z.object({
    environment: environmentField,
    limit: z.coerce.number().int().min(1).max(100).default(12),
    cursor: cursor.field,
  }),
  responses: {
    200: z
      .object({
        months: z.array(MonthRecord).meta({ description: 'The months, newest first.' }),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'ReconciledMonths' }),
  },
  errors: [serviceErrors.too_many_requests],
  callLimit: reportLimit,
  example: { responses: { 200: { months: [exampleMonth], next_cursor: null } } },

  async handle({ query, actor }, deps) {
    const { environment, limit, cursor: before } = query;
    const { months, next } = await listMonths({ accountId: actor.accountId, environment }, { limit, before }, deps);
    return ok({
      months: months.map(({ month, stored, ...facts }) => monthAnswer({ month, environment }, stored, facts)),
      next_cursor: next && cursor.textOf(next),
    });
  },
});
