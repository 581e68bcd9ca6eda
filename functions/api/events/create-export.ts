import * as z from 'zod';
import { Environment } from '#functions/api/key-schema.ts';
import { periodProblems } from '#functions/api/period.ts';
import { pixelFilter, scopeFields, TimeZone } from '#functions/api/read-scope.ts';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { queues } from '#shared/aws/needs.ts';
import { exports } from '#shared/event-log/needs.ts';
import { exportQueue } from '#shared/event-log/queues.ts';
import { fileDays } from '#shared/event-log/rules/export-file.ts';
import { eventExportsLimit, maxEventDays } from '#shared/event-log/rules/limits.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { consumeRateLimit } from '#shared/limits/consume-rate-limit.ts';
import { limits } from '#shared/limits/needs.ts';
import { serviceErrors } from '#shared/values/errors.ts';
import { newId } from '#shared/values/ids.ts';
import { exampleExportId, exportId, exportStatuses, statusUrl } from '../export-schema.ts';

const isDay = (value: unknown): value is string => z.iso.date().safeParse(value).success;

export const createExport = defineEndpoint({
  id: 'createExport',
  method: 'POST',
  path: '/api/v1/pixel/exports',
  auth: 'user',
  needs: { activityLog, exports, keys, limits, queues },
  unknownFields: 'refused',
  summary: 'Create an export of events',
  description:
    'Writes one JSON object per line (NDJSON) with the fields of the receipt, in order of arrival, compressed with gzip ' +
    '(several members). The file has no ids of your users and no hashes of them. It is written in the background: poll ' +
    `\`status_url\` for progress. The file is kept for ${fileDays} days. It covers the retention of the event log. ` +
    `Exports of an account are written one at a time; more than ${eventExportsLimit.limit} an hour are 429.`,
  body: z
    .object({
      from: z.iso.date().meta({ description: 'First day of arrival.' }),
      to: z.iso.date().meta({ description: `Last day, included. At most ${maxEventDays} days.` }),
      environment: Environment.nullish().meta({ description: '`live` if omitted.' }),
      pixel_key: z.string().max(100).nullish().meta({ description: scopeFields.pixel_key.meta()?.description }),
      time_zone: TimeZone.nullish().meta({
        description: 'The IANA time zone of the days; UTC if omitted.',
      }),
      format: z.literal('ndjson').nullish().meta({ description: 'The only format.' }),
    })
    .meta({ id: 'CreateExportRequest' }),
  responses: {
    202: z
      .object({
        export_id: exportId,
        status: exportStatuses.meta({ description: 'Status of the export. A new export is `pending`.' }),
        status_url: z.string().meta({ description: 'Address to poll for progress.' }),
      })
      .meta({ id: 'NewExport' }),
  },
  answers: {
    202: 'The export was created and is written in the background. Poll `status_url`.',
  },
  errors: [serviceErrors.too_many_requests],
  rateLimit: eventExportsLimit,
  example: {
    body: { from: '2026-11-01', to: '2026-11-20', environment: 'live', format: 'ndjson' },
    responses: {
      202: { export_id: exampleExportId, status: 'pending', status_url: statusUrl(exampleExportId) },
    },
  },

  check({ body }) {
    const { from, to, time_zone } = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
    const zone = typeof time_zone === 'string' ? time_zone : 'UTC';
    return isDay(from) && isDay(to) ? periodProblems(from, to, 'body', { max: maxEventDays, zone }) : [];
  },

  async handle({ body, actor }, { exports, queues, keys, limits, activityLog, now }) {
    const id = newId('export');
    const environment = body.environment ?? 'live';
    const { from, to } = body;
    const [pixelKey, timeZone] = [body.pixel_key ?? undefined, body.time_zone ?? undefined];
    await pixelFilter(actor.accountId, { pixel_key: pixelKey, environment }, keys, 'body');
    const headers = await consumeRateLimit(eventExportsLimit, String(actor.accountId), limits);
    const createdAt = new Date(now()).toISOString();
    await activityLog.note(await activity('events_export_requested', actor.accountId, { export_id: id, environment }));
    // The message is sent before the export is stored, so that every stored export has a worker.
    await queues.send(exportQueue, {
      account_id: actor.accountId,
      export_id: id,
      created_at: createdAt,
      environment,
      from,
      to,
      ...(pixelKey && { pixel_key: pixelKey }),
      ...(timeZone && { time_zone: timeZone }),
    });
    await exports.order({
      id,
      accountId: actor.accountId,
      environment,
      from,
      to,
      createdAt,
      ...(pixelKey && { pixelKey }),
      ...(timeZone && { timeZone }),
    });
    return reply(202, { export_id: id, status: 'pending', status_url: statusUrl(id) }, headers);
  },
});
