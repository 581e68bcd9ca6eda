import * as z from 'zod';
import { queues } from '#shared/aws/needs.ts';
import { sumSigned } from '#shared/cells/rules/signed.ts';
import { Bom, withBom } from '#shared/http/csv-endpoint.ts';
import { asForm, defineEndpoint, ok, raw } from '#shared/http/endpoint.ts';
import { fittingCount } from '#shared/http/page-bytes.ts';
import { pageCursor } from '#shared/http/page-cursor.ts';
import { eventIdOf } from '#shared/orders/rules/order-id.ts';
import { reconciliationErrors } from '#shared/reconciliation/errors.ts';
import { parts, reconciliations } from '#shared/reconciliation/needs.ts';
import { categories, differenceNames, type Placed } from '#shared/reconciliation/rules/categories.ts';
import type { ArrivedEvent } from '#shared/reconciliation/rules/events.ts';
import { rowsOfPart } from '#shared/reconciliation/rules/packed-rows.ts';
import { reportLimit } from '#shared/reports/rules/limits.ts';
import { csvOf } from '#shared/values/csv.ts';
import { money } from '#shared/values/decimal.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { difference, exampleId, signedMoney } from './reconciliation-answer.ts';
import { assertCompleted, idParams, reconciliationOf } from './reconciliation-of.ts';
import { environmentField } from './reconciliation-request.ts';

const cursor = pageCursor<number>(
  (at) => `row.${at}`,
  (text) => {
    const at = Number(/^row\.([1-9]\d{0,6})$/.exec(text)?.[1]);
    return Number.isSafeInteger(at) ? at : null;
  },
);

const EventOfOrder = z.object({
  event_id: z.string(),
  event_type: z.string(),
  value: z.string(),
  net_value: z.string().meta({ description: 'What remains of the value after adjustments. It is compared.' }),
  currency: z.string(),
  occurred_at: z.iso.datetime(),
  counted: z.boolean().meta({ description: 'Whether the event counts in reports.' }),
  channel: z.string().nullable().meta({ description: 'Channel of the click; `null` without a click.' }),
  pixel_key: z.string().nullable().meta({ description: 'Public key of the click; `null` without a click.' }),
});
const Row = z.object({
  order_id: z.string().nullable().meta({ description: '`null` for an event without an order.' }),
  event_id: z.string().meta({ description: 'The ID of the event, or the ID that the order would have.' }),
  occurred_at: z.iso.datetime().nullable().meta({ description: 'Time of the order.' }),
  value: z.string().nullable().meta({ description: 'Value of the order, as an exact decimal.' }),
  currency: z.string().nullable().meta({ description: 'Currency of the order.' }),
  status: z.string().nullable().meta({ description: "The shop's status." }),
  sales_channel: z.string().nullable().meta({ description: "The shop's own channel." }),
  reason: z.string().nullable().meta({
    description: 'Why it is in the category: the rule that excludes it, the error code of a rejected attempt, or the reason for no ad.',
  }),
  difference: difference.nullable().meta({ description: 'Shop minus adtrail, of one currency; else `null`.' }),
  difference_is: z.enum(differenceNames).nullable().meta({
    description:
      'The amount of the order that equals the difference, if any. `value` is compared with the value of the event before adjustments, and `kept_value` with its net value.',
  }),
  refunded: z.string().nullable().meta({ description: 'Refunds of the order in the file; `null` without.' }),
  kept_value: z.string().nullable().meta({
    description: 'What the shop kept of the order: its value after refunds. The difference is from it.',
  }),
  similar_event_id: z.string().nullable().meta({
    description: 'For a missing order: an event under another ID with its value, currency and time.',
  }),
  event: EventOfOrder.nullable().meta({ description: 'Name of the event.' }),
  doubles: z.array(EventOfOrder).meta({ description: 'Further counted events of the same sale.' }),
});
type RowAnswer = z.input<typeof Row>;
const columns = [
  ...(['order_id', 'event_id', 'occurred_at', 'value', 'currency', 'status', 'sales_channel'] as const),
  ...(['reason', 'difference', 'difference_is', 'event_type', 'event_value', 'event_net_value', 'event_currency'] as const),
  ...(['event_occurred_at', 'channel', 'pixel_key', 'doubles'] as const),
  ...(['refunded', 'kept_value', 'similar_event_id'] as const),
] as const;

const csvForm = raw('text/csv; charset=utf-8', 'The orders as a file for spreadsheets.');

export const listReconciliationRows = defineEndpoint({
  id: 'listReconciliationRows',
  method: 'GET',
  path: '/api/v1/pixel/reconciliations/{id}/rows',
  auth: 'view',
  needs: { parts, queues, reconciliations },
  summary: 'List the orders of a category',
  description:
    'Returns the orders of a category by their time, and what adtrail has of each. With `format=csv`, or `Accept: text/csv`, the response is a CSV file, and the header `X-Next-Cursor` has the `cursor` of the next page. Texts that a spreadsheet would run as a formula begin with an apostrophe.',
  params: idParams,
  query: z.object({
    environment: environmentField,
    category: z.enum(categories).meta({
      description:
        'An order is in the first category that fits: `excluded` by your rules, `cancelled_here_counted`, `unclear_status`, `doubled`, `rejected` though sent, `missing`, another currency, value, refund or day, `unattributed`, `ok`. `extra` has events without an order.',
    }),
    limit: z.coerce.number().int().min(1).max(1000).default(100),
    cursor: cursor.field,
    format: z.enum(['json', 'csv']).optional().meta({
      description: '`csv` returns a file for spreadsheets. By default, what `Accept` asks for.',
    }),
    bom: Bom,
  }),
  responses: {
    200: z
      .object({
        rows: z.array(Row).meta({ description: 'The rows.' }),
        total: z.int(),
        next_cursor: z.string().nullable(),
      })
      .meta({ id: 'ReconciliationRows' }),
  },
  otherForms: [csvForm],
  errors: [
    serviceErrors.too_many_requests,
    serviceErrors.not_found,
    reconciliationErrors.still_running,
    reconciliationErrors.reconciliation_failed,
  ],
  callLimit: reportLimit,
  example: {
    params: { id: exampleId },
    query: { category: 'missing' },
    responses: {
      200: {
        rows: [
          {
            order_id: '1001',
            event_id: 'order_created:1001',
            occurred_at: '2026-11-20T10:00:00.000Z',
            value: '25.99',
            currency: 'USD',
            status: 'paid',
            sales_channel: 'web',
            reason: null,
            difference: '25.99',
            difference_is: null,
            event: null,
            doubles: [],
            refunded: null,
            kept_value: '25.99',
            similar_event_id: null,
          },
        ],
        total: 37,
        next_cursor: null,
      },
    },
  },

  async handle({ params, query, actor, header }, deps) {
    const stored = await reconciliationOf(actor.accountId, query, params, deps);
    assertCompleted(stored);
    const { category, limit, cursor: from = 0 } = query;
    const total = stored.counts[category];
    const to = Math.min(total, from + limit);
    const placed: Placed[] = [];
    for (let part = Math.floor(from / rowsOfPart); part * rowsOfPart < to; part++)
      placed.push(...(await deps.parts.rows(stored, stored.attempt, category, part)));
    const first = Math.floor(from / rowsOfPart) * rowsOfPart;
    const answers = placed.slice(from - first, to - first).map((row) => rowOf(row, stored.idTemplate));
    const rows = answers.slice(0, fittingCount(answers));
    const next = from + rows.length < total ? cursor.textOf(from + rows.length) : null;
    const isFile = (query.format ?? (/^text\/csv\b/.test(header('accept') ?? '') ? 'csv' : 'json')) === 'csv';
    if (!isFile) return ok({ rows, total, next_cursor: next });
    const lines = rows.map(lineOf).map((row) => columns.map((column) => String(row[column] ?? '')));
    const file = asForm(csvForm, withBom(csvOf([columns, ...lines]), query.bom), {
      'content-disposition': `attachment; filename="orders-${category}.csv"`,
    });
    return next === null ? file : { ...file, headers: { ...file.headers, 'x-next-cursor': next } };
  },
});

const eventAnswer = (event: ArrivedEvent): z.input<typeof EventOfOrder> => ({
  event_id: event.eventId,
  event_type: event.eventType,
  value: money(event.gross),
  net_value: money(event.value),
  currency: event.currency,
  occurred_at: new Date(event.occurredAt).toISOString(),
  counted: event.isCounted,
  channel: event.channel,
  pixel_key: event.pixelKey,
});

function rowOf({ order, event, doubles, reason, differenceName, ...row }: Placed, idTemplate: string): RowAnswer {
  const events = event ? [event, ...doubles] : [];
  const currencies = new Set([...(order ? [order] : []), ...events].map(({ currency }) => currency));
  const sum = sumSigned([row.kept, ...events.map(({ value }) => (value === '0' ? '0' : `-${value}`))]);
  return {
    order_id: order?.orderId ?? null,
    event_id: event?.eventId ?? eventIdOf(idTemplate, order?.orderId ?? ''),
    occurred_at: order ? new Date(order.occurredAt).toISOString() : null,
    value: order ? money(order.value) : null,
    currency: order?.currency ?? null,
    status: order?.status ?? null,
    sales_channel: order?.salesChannel ?? null,
    reason,
    difference: currencies.size === 1 ? signedMoney(sum) : null,
    difference_is: differenceName,
    event: event && eventAnswer(event),
    doubles: doubles.map(eventAnswer),
    refunded: order?.refunded ? money(order.refunded) : null,
    kept_value: order ? money(row.kept) : null,
    similar_event_id: row.similarId,
  };
}

const lineOf = ({ event, doubles, ...row }: RowAnswer) => ({
  ...row,
  event_type: event?.event_type,
  event_value: event?.value,
  event_net_value: event?.net_value,
  event_currency: event?.currency,
  event_occurred_at: event?.occurred_at,
  channel: event?.channel,
  pixel_key: event?.pixel_key,
  doubles: doubles.map(({ event_id }) => event_id).join(' '),
});
