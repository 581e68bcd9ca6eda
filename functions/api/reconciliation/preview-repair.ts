import * as z from 'zod';
import { accountErrors } from '#shared/accounts/errors.ts';
import { adjustments } from '#shared/adjustments/needs.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { queues } from '#shared/aws/needs.ts';
import { accountSettings, clicks, conversions, identities } from '#shared/conversions/needs.ts';
import { tombstones } from '#shared/event-log/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { reconciliationErrors } from '#shared/reconciliation/errors.ts';
import { parts, previews, reconciliations } from '#shared/reconciliation/needs.ts';
import { previewRepair as previewOf } from '#shared/reconciliation/preview-repair.ts';
import { maxLiveRows, similarMinutes } from '#shared/reconciliation/rules/limits.ts';
import { repairNames } from '#shared/reconciliation/rules/repairs.ts';
import { reportLimit } from '#shared/reports/rules/limits.ts';
import { money } from '#shared/values/decimal.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { inDigits } from '#shared/values/number-texts.ts';
import { exampleId, signedMoney, supersededText } from './reconciliation-answer.ts';
import { assertCompleted, idParams, reconciliationOf } from './reconciliation-of.ts';
import { environmentField } from './reconciliation-request.ts';

export const examplePreviewId = 'preview_7Rk2VbXq9LmT4cWz0NpYsA';

const StatusOfRepair = z.object({
  status: z.string().nullable().meta({ description: "The shop's status; `null` without one." }),
  orders: z.int().meta({ description: 'Number of orders with this status.' }),
  values: z
    .array(z.object({ currency: z.string(), value: z.string() }))
    .meta({ description: 'Value of these orders in the file, one row for each currency.' }),
  oldest: z.iso.datetime().meta({ description: 'Time of the oldest of these orders.' }),
  newest: z.iso.datetime().meta({ description: 'Time of the newest of these orders.' }),
});

export const previewRepair = defineEndpoint({
  id: 'previewRepair',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations/{id}/preview',
  auth: 'view',
  needs: {
    accountSettings,
    adjustments,
    clicks,
    conversions,
    identities,
    keys,
    parts,
    previews,
    queues,
    reconciliations,
    tombstones,
  },
  unknownFields: 'refused',
  summary: 'Preview a repair',
  description:
    'Says what a repair would do, and changes nothing. Send the `preview_id` to the repair within an hour. A preview that is older than the newest repair of the account is stale. It is 409 while a repair of the account runs, and for a repair that was made and not undone.\n\n' +
    `\`send_missing\` sends the orders of the categories \`missing\` and \`rejected\` as events, with their own times. An order without click and user is accepted with the reason \`no_click_id\`: the coverage rises, and totals by ad do not. \`attributed\` says how many lead to an ad. A refund of the order is sent with it. It is 409 \`ids_do_not_match\` if at least half of these orders are in adtrail under other IDs, with the same value, currency and time within ${similarMinutes} minutes.\n\n` +
    '`adjust_values` gives the events of `value_differs` and `refund_differs` what the shop kept of the order as their net value, and those of `cancelled_here_counted` 0. An event with a refund is left alone if the file has no refunds. `void_doubles` gives the second event of each of `doubled` the net value 0, and the event of the template stays. Both are adjustments, which change no gross figure. Each repair can be undone.',
  params: idParams,
  query: z.object({ environment: environmentField }),
  body: z.object({ repair: z.enum(repairNames).meta({ description: 'The repair to preview.' }) }).meta({ id: 'PreviewRepairRequest' }),
  responses: {
    200: z
      .object({
        preview_id: z.string().meta({ description: 'Id of the preview.' }),
        expires_at: z.iso.datetime().meta({ description: 'The preview is stale from this time.' }),
        as_of: z.iso.datetime().meta({
          description: `Above ${inDigits(maxLiveRows)} rows the preview is as of the reconciliation, otherwise as of now.`,
        }),
        repair: z.enum(repairNames).meta({ description: 'The repair.' }),
        changes: z.int().meta({ description: 'Number of events that would be sent, or adjusted.' }),
        attributed: z.int().meta({ description: 'Number of them that would lead to an ad.' }),
        unattributed: z.int().meta({ description: 'Number of them that would lead to no ad.' }),
        skipped: z.int().meta({ description: 'Number of orders whose event arrived or changed since the reconciliation.' }),
        superseded: z.int().meta({ description: supersededText }),
        values: z
          .array(z.object({ currency: z.string(), value: z.string() }))
          .meta({ description: "By how much adtrail's value would change, one row for each currency." }),
        statuses: z.array(StatusOfRepair).meta({
          description: 'The orders that would change, by the status that the shop gives them. Check it first.',
        }),
        undoable: z.boolean().meta({ description: 'Whether the repair can be undone.' }),
      })
      .meta({ id: 'RepairPreview' }),
  },
  errors: [
    serviceErrors.too_many_requests,
    serviceErrors.not_found,
    reconciliationErrors.still_running,
    reconciliationErrors.reconciliation_failed,
    reconciliationErrors.already_repaired,
    reconciliationErrors.ids_do_not_match,
    accountErrors.account_inactive,
  ],
  callLimit: reportLimit,
  example: {
    params: { id: exampleId },
    body: { repair: 'send_missing' },
    responses: {
      200: {
        preview_id: examplePreviewId,
        expires_at: '2026-11-21T10:45:00.000Z',
        as_of: '2026-11-21T09:45:00.000Z',
        repair: 'send_missing',
        changes: 37,
        attributed: 21,
        unattributed: 16,
        skipped: 0,
        superseded: 0,
        values: [{ currency: 'USD', value: '740.00' }],
        undoable: true,
        statuses: [
          {
            status: 'paid',
            orders: 37,
            values: [{ currency: 'USD', value: '740.00' }],
            oldest: '2026-11-02T08:12:00.000Z',
            newest: '2026-11-20T21:40:00.000Z',
          },
        ],
      },
    },
  },

  async handle({ params, query, body, actor }, deps) {
    const stored = await reconciliationOf(actor.accountId, query, params, deps);
    assertCompleted(stored);
    const preview = await previewOf(stored, body.repair, deps);
    const { changes, attributed, skipped, superseded, values } = preview.counts;
    return ok({
      preview_id: preview.id,
      expires_at: preview.expiresAt,
      as_of: preview.asOf,
      repair: body.repair,
      changes,
      attributed,
      unattributed: body.repair === 'send_missing' ? changes - attributed : 0,
      skipped,
      superseded,
      values: valuesOf(values, signedMoney),
      statuses: preview.statuses.map(({ values: ofStatus, oldest, newest, ...of }) => ({
        ...of,
        values: valuesOf(ofStatus, money),
        oldest: new Date(oldest).toISOString(),
        newest: new Date(newest).toISOString(),
      })),
      undoable: true,
    });
  },
});

const valuesOf = (values: Record<string, string>, textOf: (value: string) => string) =>
  Object.entries(values)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([currency, value]) => ({ currency, value: textOf(value) }));
