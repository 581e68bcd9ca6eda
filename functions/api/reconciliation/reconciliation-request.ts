import * as z from 'zod';
import { currencyText } from '#functions/api/currency-code.ts';
import { hasOneFile, jsonColumns, uploadId } from '#functions/api/file-fields.ts';
import { Environment } from '#functions/api/key-schema.ts';
import { TimeZone } from '#functions/api/read-scope.ts';
import { EventType } from '#shared/conversions/event-fields.ts';
import { dateFormats } from '#shared/files/dates.ts';
import { OrderRows } from '#shared/orders/rules/json-orders.ts';
import { defaultIdTemplate, isIdTemplate } from '#shared/orders/rules/order-id.ts';
import { orderFields } from '#shared/orders/rules/sent-order.ts';
import { maxWindowHours } from '#shared/reconciliation/rules/limits.ts';
import { isCurrency } from '#shared/values/currencies.ts';
import { decimalOf } from '#shared/values/decimal.ts';
import { plainDecimal, withExactNumbers } from '#shared/values/exact-numbers.ts';

export const environmentField = Environment.default('live').meta({
  description: 'Live or test data; `live` by default.',
});

const Columns = z.partialRecord(z.enum(orderFields), z.string().min(1).max(200)).meta({
  description: `The headings of your file, by what each column holds (${orderFields.join(', ')}). Only a CSV file that is not recognised needs them.`,
});
const Tolerance = withExactNumbers(
  z.union([z.string(), z.number()], 'An amount expected, such as 0.01').transform((sentAmount, context) => {
    const text = plainDecimal(String(sentAmount).trim());
    const problem = (message: string) => {
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    };
    if (/^-\s*[\d.]/.test(text)) return problem('Must not be negative');
    if (!/^\d+(\.\d+)?$/.test(text)) return problem('An amount expected, such as 0.01');
    if (!/^0*\d{1,12}(\.|$)/.test(text)) return problem('At most 12 digits before the point');
    if (!/^\d+(\.\d{1,20}0*)?$/.test(text)) return problem('At most 20 decimals');
    return decimalOf(text);
  }),
).meta({
  description: 'Values that differ by at most this amount are equal. 0 by default, so that each cent is named.',
  anyOf: [
    { type: 'string', pattern: String.raw`^\d{1,12}(\.\d{1,20})?$` },
    { type: 'number', minimum: 0 },
  ],
});

const facts = {
  event_type: EventType.default('order_created').meta({ description: 'The type of your events of orders.' }),
  id_template: z
    .string()
    .refine(isIdTemplate, { error: 'The text `{order_id}` is expected once' })
    .optional()
    .meta({
      description: `How the \`event_id\` of an order is made from its ID. By default the type, a colon and the ID: \`${defaultIdTemplate}\`.`,
    }),
  time_zone: TimeZone.default('UTC').meta({
    description: 'The IANA time zone of the shop. Days begin and end in it, and times without a zone are times of it.',
  }),
  from: z.iso.date().optional().meta({
    description: 'First day of the orders. By default the day of the first order.',
  }),
  to: z.iso.date().optional().meta({
    description: 'Last day of the orders, included. By default the day of the last order.',
  }),
  currency: z
    .string()
    .regex(/^[A-Za-z]{3}$/, { error: 'Three letters expected, such as USD', abort: true })
    .refine((code) => isCurrency(code.toUpperCase()), currencyText)
    .transform((code) => code.toUpperCase())
    .optional()
    .meta({ description: 'The currency of orders that name none.' }),
  date_format: z.enum(dateFormats).optional().meta({
    description: 'The order of day and month in dates such as 03/04/2026.',
  }),
};
const windowText =
  'Events of the first and last hours of the period are not extra, since their orders may be in another file. Events that arrived so many hours after the period are searched, too.';
const WindowHours = z.int().min(0).max(maxWindowHours);

export const ReconciliationRequest = z
  .object({
    ...facts,
    window_hours: WindowHours.default(48).meta({ description: windowText }),
    tolerance: Tolerance.optional(),
    columns: Columns.optional(),
    rows: OrderRows.optional().meta({ description: 'The orders of the shop, at most 100,000.' }),
    upload_id: uploadId,
  })
  .refine(hasOneFile, {
    error: 'Exactly one of rows and upload_id',
    path: ['rows'],
  })
  .refine(({ rows, columns }) => rows === undefined || columns === undefined, {
    error: 'Only a CSV file has columns',
    path: ['columns'],
  })
  .meta({ id: 'ReconciliationRequest' });

/**
 * Query fields have no defaults, because a default would hide a fact that a JSON request wrongly sent in the
 * query.
 */
export const ReconciliationQuery = z
  .object({
    ...facts,
    event_type: facts.event_type.removeDefault(),
    time_zone: facts.time_zone.removeDefault().meta({ description: 'IANA time zone of the days, such as `Europe/Berlin`.' }),
  })
  .partial()
  .extend({
    environment: environmentField,
    window_hours: z.coerce.number().pipe(WindowHours).optional().meta({ description: windowText }),
    tolerance: Tolerance.optional(),
    columns: jsonColumns(Columns).meta({
      description: 'Only with a file. A JSON object, such as `{"order_id":"Receipt","value":"Gross"}`.',
    }),
  });

type Body = z.output<typeof ReconciliationRequest>;
export type OrderFile = { body?: Body | undefined; file?: Uint8Array | undefined };
export type ReconciliationFacts = Omit<Body, 'rows' | 'upload_id'>;
