import { allChecked } from '#functions/api/all-checked.ts';
import { fileTypes } from '#functions/api/file-fields.ts';
import { actorOf } from '#functions/api/owner-scope.ts';
import { pixelFilter } from '#functions/api/read-scope.ts';
import { rowProblems } from '#functions/api/row-problems.ts';
import { accountErrors } from '#shared/accounts/errors.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { defineEndpoint, ok, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { parsedFilesLimit } from '#shared/limits/parsed-files.ts';
import { applyImport, type MixedDay, noteStopIn, planOf } from '#shared/spend/apply-import.ts';
import { currencyWarnings } from '#shared/spend/currency-warning.ts';
import { spendDays, spendStops } from '#shared/spend/needs.ts';
import { spendImportQueue } from '#shared/spend/queues.ts';
import type { SpendContent } from '#shared/spend/read-content.ts';
import { maxImportBytes, maxRowsInRequest, spendImportsLimit, uploadDryLimit } from '#shared/spend/rules/limits.ts';
import type { SpendProblem } from '#shared/spend/rules/sent-row.ts';
import { importDigest, type SpendOrder } from '#shared/spend/rules/spend-imports.ts';
import { newImportId } from '#shared/spend/store/spend-imports.ts';
import { fail, invalid, serviceErrors } from '#shared/values/errors.ts';
import { exampleResult, pendingOf, resultOf, resultOfImport, SpendImportResult } from './import-result.ts';
import { assertUploaded, orderInBackground, orderInBackgroundNeeds } from './order-in-background.ts';
import { assertInBody, contentOfRequest, contentOfUpload, factsOf, rowProblemsBeside, tableIn } from './spend-content.ts';
import { SpendImportQuery, SpendImportRequest } from './spend-request.ts';
import { spendScope } from './spend-scope.ts';

/** A worker continues an unfinished import after this delay, which exceeds the time limit of a request. */
export const continueSeconds = 60;

export const createSpendImport = defineEndpoint({
  id: 'createSpendImport',
  method: 'POST',
  path: '/api/v1/spend/imports',
  auth: 'viewOrKey',
  needs: { ...orderInBackgroundNeeds, keys, limits, spendDays, spendStops },
  unknownFields: 'refused',
  summary: 'Import spend',
  description:
    'Imports what a network charged for campaigns, ad groups or ads, by day. The body is JSON with `rows`, JSON with `upload_id`, or a CSV file or an Excel workbook (`.xlsx`) whose facts are in the query. Reports of Google Ads, Meta, Microsoft Advertising, TikTok, LinkedIn, Reddit and Pinterest are recognised by their headings; name the columns of others with `columns`.\n\n' +
    `Each day of the import replaces that day of the ad account (\`mode\`). The same content again is 200 with \`unchanged: true\`. An import with any problem is 422 with all of them, by line, and changes nothing. \`warnings\` names IDs that a spreadsheet rounded, and an ad account whose currency would change. Each campaign has one level a day: its own row, or those of its ad groups or ads. Up to ${maxRowsInRequest} rows are imported before the response (201); more, an \`upload_id\`, or an import while another one of the account runs, in the background (202): poll \`status_url\`.\n\n` +
    'Send a workbook or a UTF-16 file as `application/octet-stream` or by an upload. Of a workbook, the first visible sheet with headings of spend is read; formulas count by their stored values. ' +
    `An account has ${spendImportsLimit.limit} imports a day, and ${uploadDryLimit.limit} dry runs of uploads an hour.`,
  query: SpendImportQuery,
  body: SpendImportRequest,
  files: fileTypes,
  maxBodyBytes: maxImportBytes,
  responses: { 200: SpendImportResult, 201: SpendImportResult, 202: SpendImportResult },
  answers: {
    200: 'Nothing was changed: the content counted already, or `dry_run` was sent.',
    201: 'The import is complete and visible.',
    202: 'The import runs in the background. Poll `status_url`.',
  },
  errors: [serviceErrors.too_many_requests, accountErrors.account_inactive],
  callLimit: parsedFilesLimit,
  rateLimit: spendImportsLimit,
  example: {
    body: {
      network: 'google_ads',
      currency: 'USD',
      time_zone: 'America/New_York',
      rows: [{ day: '2026-11-20', campaign_id: '7', campaign: 'Brand', spend: '12.00', clicks: 20 }],
    },
    responses: {
      200: { ...exampleResult, import_id: null, dry_run: true, status_url: null },
      201: exampleResult,
      202: {
        ...exampleResult,
        status: 'pending',
        currencies: [],
        changed: 0,
        removed: 0,
        spend_after: '15.00',
        spend_by_currency: [{ currency: 'USD', spend_before: '15.00', spend_after: '15.00' }],
      },
    },
  },

  check: ({ body, hasProblems }, { now }) => (hasProblems ? rowProblemsBeside(body, now()) : []),

  async handle({ body, file, query, actor }, deps) {
    const { accountId, environment } = spendScope(actor, query);
    const uploadId = body?.upload_id;
    const sent = { body, file, query };
    const { pixel_key } = body ?? query;
    const [, , { facts, content: sentContent }] = await allChecked(
      () => assertInBody(sent),
      () => pixelFilter(accountId, { pixel_key, environment }, deps.keys, file ? 'query' : 'body'),
      async () => {
        const table = await tableIn(sent);
        const facts = factsOf({ body, query, table });
        if (uploadId === undefined) return { facts, content: checked(contentOfRequest({ facts, body, table }, deps.now()), file) };
        if (!facts.dry_run) {
          await assertUploaded(accountId, uploadId, deps);
          return { facts, content: null };
        }
        await consumeRateLimit(uploadDryLimit, String(accountId), deps.limits);
        const content = await contentOfUpload({ accountId, facts, uploadId }, deps);
        return { facts, content: checked(content, true) };
      },
    );
    const order: SpendOrder = {
      id: newImportId(deps.now()),
      accountId,
      environment,
      network: facts.network,
      adAccount: facts.account.normalize('NFC'),
      mode: facts.mode,
      currency: facts.currency ?? null,
      timeZone: facts.time_zone,
      pixelKey: facts.pixel_key ?? null,
      by: actorOf(actor),
      createdAt: new Date(deps.now()).toISOString(),
    };
    const sentImport = { order, facts, body, file };
    if (sentContent === null) {
      const headers = await consumeRateLimit(spendImportsLimit, String(accountId), deps.limits);
      return reply(202, pendingOf(await orderInBackground(sentImport, deps)), headers);
    }
    const warnings = [...sentContent.warnings, ...(await currencyWarnings(order, sentContent.days, deps))];
    const content = { ...sentContent, warnings };
    const plan = await planOf(order, content, deps);
    if (plan.mixedDays.length > 0) throw mixed(plan.mixedDays);
    if (plan.isUnchanged && !facts.dry_run) await noteStopIn(order, content, deps);
    if (plan.isUnchanged || facts.dry_run)
      return ok(resultOf(order, plan, content, plan.isUnchanged ? plan.unchangedBy : null, facts.dry_run));
    const use = importDigest(order, content.days);
    const headers = await consumeRateLimit(spendImportsLimit, String(accountId), deps.limits, use);
    const waiting = async () => reply(202, pendingOf(await orderInBackground(sentImport, deps)), headers);
    if (content.rows > maxRowsInRequest) return await waiting();
    // The message is sent before the import starts, so that a worker completes the import if this process
    // dies.
    const message = { account_id: accountId, environment, import_id: order.id };
    await deps.queues.send(spendImportQueue, message, { delaySeconds: continueSeconds });
    const applied = await applyImport(order, content, deps);
    if (applied.kind === 'busy') return await waiting();
    if (applied.kind === 'mixed') throw mixed(applied.days);
    if (applied.kind === 'unchanged') return ok(resultOf(order, plan, content, applied.importId, false), headers);
    if (applied.spendImport.status === 'failed') throw fail(serviceErrors.unavailable);
    return reply(201, resultOfImport(applied.spendImport, content), headers);
  },
});

function checked(content: SpendContent | { problems: SpendProblem[] }, file: unknown): SpendContent {
  if ('problems' in content) throw rowProblems(content.problems, file !== undefined);
  return content;
}

const mixed = (days: readonly MixedDay[]) =>
  invalid(...days.map(({ code, message }) => ({ type: code, loc: ['body', 'rows'], msg: message })));
