import { allChecked } from '#functions/api/all-checked.ts';
import { fileTypes } from '#functions/api/file-fields.ts';
import { problemsOfRows, rowProblems, rowsIn, validFields } from '#functions/api/row-problems.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { objects, queues } from '#shared/aws/needs.ts';
import { conversions } from '#shared/conversions/needs.ts';
import type { PlainTable } from '#shared/files/file-text.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { parsedFilesLimit } from '#shared/limits/parsed-files.ts';
import { addReadableRows, addRows } from '#shared/orders/rules/json-orders.ts';
import { maxOrders } from '#shared/orders/rules/order.ts';
import { type OrderReader, orderReader } from '#shared/orders/rules/order-reader.ts';
import type { OrderProblem } from '#shared/orders/rules/sent-order.ts';
import { type ChosenIdColumn, chooseIdColumn } from '#shared/reconciliation/choose-id-column.ts';
import { parts, reconciliationRules, reconciliations } from '#shared/reconciliation/needs.ts';
import { orderReconciliation } from '#shared/reconciliation/order-reconciliation.ts';
import { orderTable, type ReadFile, readBytes, readOrdersOf } from '#shared/reconciliation/read-upload.ts';
import { defaultRules, type ReconciliationRules, standingsBy } from '#shared/reconciliation/rules/account-rules.ts';
import { maxReconciliationBytes, reconciliationDays, reconciliationsLimit } from '#shared/reconciliation/rules/limits.ts';
import { maxUploadBytes, uploadFile, uploadIdForm } from '#shared/spend/rules/upload-file.ts';
import { fail, invalid, type Problem, serviceErrors } from '#shared/values/errors.ts';
import { inDigits, inMegabytes } from '#shared/values/number-texts.ts';
import { assertInBody, factsOf, orderProblems } from './facts-of.ts';
import { exampleReconciliation, ReconciliationRecord, reconciliationRecordOf } from './reconciliation-answer.ts';
import { type OrderFile, type ReconciliationFacts, ReconciliationQuery, ReconciliationRequest } from './reconciliation-request.ts';

const needs = { conversions, limits, objects, parts, queues, reconciliationRules, reconciliations };
type Deps = DepsOf<typeof needs>;

export const createReconciliation = defineEndpoint({
  id: 'createReconciliation',
  method: 'POST',
  path: '/api/v1/pixel/reconciliations',
  auth: 'view',
  needs,
  unknownFields: 'refused',
  summary: 'Reconcile orders with events',
  description:
    "Compares the orders of your shop with the events that arrived, so that every order is accounted for. The body is JSON with `rows`, JSON with `upload_id`, or a CSV file or an Excel workbook (`.xlsx`) whose facts are in the query. Exports of Shopify, WooCommerce, Stripe and Paddle are recognised by their headings; name the columns of others with `columns`. An order's event is the one whose `event_id` fits `id_template`. Of several columns that may have the ID, the one that most events match is taken, and `id_column` says which. Rows that are no sale, such as declined payments, never refuse a file: `skipped` lists them.\n\n" +
    'The comparison runs in the background: poll `status_url`. A file with any problem is 422 with all of them, by line; an uploaded file fails with them. The same request again, while it runs, returns the same reconciliation.\n\n' +
    `An account has ${reconciliationsLimit.limit} reconciliations a day, of up to ${inDigits(maxOrders)} orders. A body has up to ${inMegabytes(maxReconciliationBytes)} MB; send a larger file by an upload. It is stored for ${reconciliationDays} days.`,
  query: ReconciliationQuery,
  body: ReconciliationRequest,
  files: fileTypes,
  maxBodyBytes: maxReconciliationBytes,
  responses: { 202: ReconciliationRecord },
  answers: { 202: 'The reconciliation runs in the background. Poll `status_url`.' },
  errors: [serviceErrors.too_many_requests, accountErrors.account_inactive],
  callLimit: parsedFilesLimit,
  rateLimit: reconciliationsLimit,
  example: {
    body: {
      time_zone: 'America/New_York',
      rows: [
        {
          order_id: '5159806763157',
          occurred_at: '2026-11-20T10:00:00-05:00',
          value: '25.99',
          currency: 'USD',
          status: 'paid',
          tax: '2.10',
        },
      ],
    },
    responses: {
      202: {
        ...exampleReconciliation,
        status: 'pending',
        progress: { stage: 'matching', percent: 5 },
        format: null,
        skipped: null,
        id_column: null,
        orders: 1,
        arrived: 0,
        coverage: null,
        values: [],
        log_from: null,
        completed_at: null,
        categories: {
          excluded: 0,
          cancelled_here_counted: 0,
          unclear_status: 0,
          doubled: 0,
          rejected: 0,
          missing: 0,
          currency_differs: 0,
          value_differs: 0,
          refund_differs: 0,
          day_differs: 0,
          unattributed: 0,
          ok: 0,
          extra: 0,
        },
      },
    },
  },

  check({ body, query, hasProblems }, { now }) {
    if (!hasProblems) return [];
    const daysIn = (sent: unknown) => validFields(dayFields, typeof sent === 'object' && sent ? sent : {});
    return [...orderProblems(daysIn(query), 'query'), ...orderProblems(daysIn(body), 'body'), ...rowProblemsBeside(body, now())];
  },

  async handle({ body, file, query, actor }, deps) {
    const { accountId } = actor;
    const { environment } = query;
    const sent = { body, file, query };
    const facts = factsOf(sent);
    const uploadId = body?.upload_id;
    const key = uploadFile(accountId, uploadId ?? '');
    const [, , content] = await allChecked(
      () => assertInBody(sent),
      () => {
        const problems = orderProblems(facts, file ? 'query' : 'body');
        if (problems.length > 0) throw invalid(...problems);
      },
      async () => {
        if (uploadId !== undefined) return await assertUploaded(key, uploadId, deps);
        const rules = await deps.reconciliationRules.read(accountId);
        const of = { accountId, environment, idTemplate: templateOf(facts) };
        const columns = facts.columns ?? {};
        const table = file && (await orderTable(file, columns));
        if (table && 'problems' in table) throw rowProblems(table.problems, true);
        const idColumn = table ? await chooseIdColumn(table.bytes, columns, of, deps) : null;
        const reader = readerFor(withOrderedDays(facts), rules, deps.now());
        const content = contentOf({ body, table }, columns, { reader, idColumn });
        if ('problems' in content) throw rowProblems(content.problems, file !== undefined);
        return content;
      },
    );
    const rules = await deps.reconciliationRules.read(accountId);
    const newReconciliation = {
      accountId,
      environment,
      rules,
      timeZone: facts.time_zone,
      eventType: facts.event_type,
      windowHours: facts.window_hours,
      idTemplate: templateOf(facts),
      tolerance: facts.tolerance ?? '0',
    };
    const settings = {
      currency: facts.currency ?? null,
      dateFormat: facts.date_format ?? null,
      columns: facts.columns ?? {},
      from: facts.from ?? null,
      to: facts.to ?? null,
    };
    const source = content ? { ...content, ...settings } : { file: { key, ...settings } };
    const headersOf = (id: string) => consumeRateLimit(reconciliationsLimit, String(accountId), deps.limits, id);
    const { reconciliation, headers } = await orderReconciliation(newReconciliation, source, headersOf, deps);
    return reply(202, reconciliationRecordOf(reconciliation), headers);
  },
});

const templateOf = ({ id_template, event_type }: ReconciliationFacts) => id_template ?? `${event_type}:{order_id}`;

const readerFor = (facts: ReconciliationFacts, rules: ReconciliationRules, now: number) =>
  orderReader(
    {
      idTemplate: templateOf(facts),
      currency: facts.currency ?? null,
      timeZone: facts.time_zone,
      dateFormat: facts.date_format ?? null,
      from: facts.from ?? null,
      to: facts.to ?? null,
      standingsOf: (format) => standingsBy(rules, format),
    },
    now,
  );

const { rows: _, ...factFields } = ReconciliationRequest.shape;
const { from, to } = factFields;
const dayFields = { from, to };

/** If the last day is before the first, no order would be in the period. */
const withOrderedDays = (facts: ReconciliationFacts): ReconciliationFacts =>
  orderProblems(facts, 'body').length > 0 ? { ...facts, from: undefined, to: undefined } : facts;

function rowProblemsBeside(body: unknown, now: number): Problem[] {
  const rows = rowsIn(body).slice(0, maxOrders);
  const facts = rows.length > 0 ? validFields(factFields, body as object) : {};
  const usual = { time_zone: 'UTC', event_type: 'order_created' };
  const reader = readerFor(withOrderedDays({ ...usual, ...facts } as ReconciliationFacts), defaultRules, now);
  addReadableRows(rows, reader);
  const end = reader.end();
  const problems = 'problems' in end ? end.problems : [];
  const isOfRow = ({ line, code }: OrderProblem) =>
    line !== null && (code !== 'no_currency' || 'currency' in facts) && (code !== 'ambiguous_date' || 'date_format' in facts);
  return problemsOfRows(problems.filter(isOfRow));
}

function contentOf(
  { body, table }: { body: OrderFile['body']; table: PlainTable | undefined },
  columns: NonNullable<ReconciliationFacts['columns']>,
  { reader, idColumn }: { reader: OrderReader; idColumn: ChosenIdColumn | null },
): ReadFile | { problems: OrderProblem[] } {
  if (table) return readBytes(table, columns, reader, idColumn);
  addRows(body?.rows ?? [], reader);
  return readOrdersOf(reader, null, null);
}

async function assertUploaded(key: string, uploadId: string, { objects }: Pick<Deps, 'objects'>) {
  const size = uploadIdForm.test(uploadId) ? await objects.size(key) : null;
  if (size === null)
    throw invalid({
      type: 'value_error',
      loc: ['body', 'upload_id'],
      msg: 'No file was sent to the address of this upload',
    });
  if (size > maxUploadBytes) throw fail(serviceErrors.payload_too_large);
}
