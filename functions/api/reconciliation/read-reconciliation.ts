import * as z from 'zod';
import { queues } from '#shared/aws/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { parts, reconciliations } from '#shared/reconciliation/needs.ts';
import { categories } from '#shared/reconciliation/rules/categories.ts';
import { type Figures, noFigures } from '#shared/reconciliation/rules/figures.ts';
import { findingsOf, orderFindingCodes } from '#shared/reconciliation/rules/findings.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import {
  amountsOf,
  CategoryAmounts,
  exampleId,
  exampleReconciliation,
  namedSums,
  ReconciliationRecord,
  reconciliationRecordOf,
  sumFields,
  sumOf,
} from './reconciliation-answer.ts';
import { idParams, reconciliationOf } from './reconciliation-of.ts';
import { environmentField } from './reconciliation-request.ts';

const NamedSums = (description: string) =>
  z.array(z.object({ name: z.string().nullable(), ...sumFields })).meta({
    description: `${description} \`null\` stands for none, and \`(other)\` for names beyond 200.`,
  });
const FindingOfOrders = z.object({
  code: z.enum(orderFindingCodes),
  severity: z.enum(['critical', 'warning', 'info']).meta({ description: 'How serious the finding is.' }),
  message: z.string().meta({ description: 'What was found and what to do, in plain sentences.' }),
  facts: z.record(z.string(), z.number()).meta({ description: 'The numbers of the message.' }),
});

export const readReconciliation = defineEndpoint({
  id: 'readReconciliation',
  method: 'GET',
  path: '/api/v1/pixel/reconciliations/{id}',
  auth: 'view',
  needs: { parts, queues, reconciliations },
  summary: 'Retrieve a reconciliation',
  description:
    "Returns the progress of a reconciliation, and its figures once it is completed. The differences of all categories sum to the difference of the totals: the shop's value minus adtrail's value.",
  params: idParams,
  query: z.object({ environment: environmentField }),
  responses: {
    200: z
      .object({
        ...ReconciliationRecord.shape,
        by_category: z
          .array(
            z.object({
              category: z.enum(categories).meta({ description: 'The category of the orders.' }),
              orders: z.int().meta({ description: 'Number of orders.' }),
              values: z.array(CategoryAmounts).meta({ description: 'Amounts, one row for each currency.' }),
            }),
          )
          .meta({
            description: 'Orders and amounts by category. Their differences sum to those of `values`.',
          }),
        by_day: z.array(z.object({ day: z.string(), ...sumFields })).meta({ description: "By day of the order in the shop's time zone." }),
        by_channel: NamedSums('By channel of the click that earned the event.'),
        by_sales_channel: NamedSums("By the shop's own channel."),
        by_pixel: NamedSums('By public key of the click.'),
        findings: z.array(FindingOfOrders).meta({ description: 'What to look at, most severe first. Empty while it runs.' }),
      })
      .meta({ id: 'ReconciliationWithFigures' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { id: exampleId },
    responses: {
      200: {
        ...exampleReconciliation,
        by_category: [
          {
            category: 'value_differs',
            orders: 5,
            values: [{ currency: 'USD', shop_value: '100.00', adtrail_value: '58.50', difference: '41.50' }],
          },
        ],
        by_day: [
          {
            day: '2026-11-20',
            orders: 50,
            excluded: 0,
            arrived: 48,
            coverage: 0.96,
            values: [
              {
                currency: 'USD',
                shop_value: '1000.00',
                adtrail_value: '960.00',
                difference: '40.00',
                value_coverage: 0.96,
              },
            ],
          },
        ],
        by_channel: [],
        by_sales_channel: [],
        by_pixel: [],
        findings: [],
      },
    },
  },

  async handle({ params, query, actor }, deps) {
    const stored = await reconciliationOf(actor.accountId, query, params, deps);
    const isCompleted = stored.status === 'completed';
    // Figures that were stored before 2026-11-29 lack three categories.
    const figures: Figures = isCompleted ? await deps.parts.figures(stored, stored.attempt) : noFigures();
    return ok({
      ...reconciliationRecordOf(stored),
      by_category: categories.map((category) => {
        const { orders, byCurrency } = figures.byCategory[category] ?? { orders: 0, byCurrency: {} };
        const values = Object.entries(byCurrency).sort(([a], [b]) => (a < b ? -1 : 1));
        return {
          category,
          orders,
          values: values.map(([currency, amounts]) => ({ currency, ...amountsOf(amounts) })),
        };
      }),
      by_day: Object.entries(figures.byDay)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([day, sum]) => ({ day, ...sumOf(sum) })),
      by_channel: namedSums(figures.byChannel),
      by_sales_channel: namedSums(figures.bySalesChannel),
      by_pixel: namedSums(figures.byPixel),
      findings: isCompleted ? findingsOf(stored) : [],
    });
  },
});
