import * as z from 'zod';
import { Environment } from '#functions/api/key-schema.ts';
import { objects } from '#shared/aws/needs.ts';
import { exports } from '#shared/event-log/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { exampleExportFile, exampleExportId, exportId, exportStatuses, fileOf } from '../export-schema.ts';

export const readExport = defineEndpoint({
  id: 'readExport',
  method: 'GET',
  path: '/api/v1/pixel/exports/{id}',
  auth: 'view',
  needs: { exports, objects },
  summary: 'Retrieve an export',
  description: 'Each response has a new link, which works for an hour without credentials: share it with care.',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: {
    200: z
      .object({
        export_id: exportId,
        status: exportStatuses,
        environment: Environment,
        from: z.iso.date(),
        to: z.iso.date(),
        pixel_key: z.string().optional().meta({ description: 'The public key of the request.' }),
        time_zone: z.string().meta({ description: 'The IANA time zone of the days.' }),
        created_at: z.iso.datetime(),
        rows: z.int().meta({ description: 'Events written so far.' }),
        size_bytes: z.int().meta({ description: 'Size of the compressed file so far.' }),
        url: z.string().optional().meta({
          description: 'Link to the file, once the export is completed and while the file is kept.',
        }),
        expires_at: z.iso.datetime().optional().meta({ description: 'When the link expires.' }),
      })
      .meta({ id: 'Export' }),
  },
  answers: {
    200: 'Returns the export. Once `status` is `completed`, it holds the link to the file.',
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { id: exampleExportId },
    responses: {
      200: {
        export_id: exampleExportId,
        status: 'completed',
        environment: 'live',
        from: '2026-11-01',
        to: '2026-11-20',
        time_zone: 'UTC',
        ...exampleExportFile,
      },
    },
  },

  async handle({ params, actor }, deps) {
    const order = await deps.exports.byId(actor.accountId, params.id);
    if (!order || order.kind === 'account') throw fail(serviceErrors.not_found);
    const { id, environment, from, to, pixelKey, timeZone = 'UTC' } = order;
    const { status, ...file } = fileOf(order, `events-${environment}-${from}-${to}.ndjson.gz`, deps);
    return ok({
      export_id: id,
      status,
      environment,
      from,
      to,
      ...(pixelKey && { pixel_key: pixelKey }),
      time_zone: timeZone,
      ...file,
    });
  },
});
