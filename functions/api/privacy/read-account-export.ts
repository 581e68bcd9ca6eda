import * as z from 'zod';
import { exampleExportFile, exampleExportId, exportId, exportStatuses, fileOf } from '#functions/api/export-schema.ts';
import { objects } from '#shared/aws/needs.ts';
import { exports } from '#shared/event-log/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';

export const readAccountExport = defineEndpoint({
  id: 'readAccountExport',
  method: 'GET',
  path: '/api/v1/auth/exports/{id}',
  auth: 'user',
  needs: { exports, objects },
  summary: 'Retrieve an export of your data',
  description:
    'Returns the progress of the export and, once it is completed, a link to the file. Each response has a new link, which works for an hour without credentials: share it with care.',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: {
    200: z
      .object({
        export_id: exportId,
        status: exportStatuses,
        created_at: z.iso.datetime(),
        rows: z.int().meta({ description: 'Lines written so far.' }),
        size_bytes: z.int().meta({ description: 'Size of the compressed file so far.' }),
        url: z.string().optional().meta({ description: 'Link to the file while it is kept.' }),
        expires_at: z.iso.datetime().optional().meta({ description: 'When the link expires.' }),
      })
      .meta({ id: 'AccountExport' }),
  },
  errors: [serviceErrors.not_found],
  example: {
    params: { id: exampleExportId },
    responses: {
      200: {
        export_id: exampleExportId,
        status: 'completed',
        ...exampleExportFile,
      },
    },
  },

  async handle({ params, actor }, deps) {
    const order = await deps.exports.byId(actor.accountId, params.id);
    if (order?.kind !== 'account') throw fail(serviceErrors.not_found);
    return ok({ export_id: order.id, ...fileOf(order, 'adtrail-account.ndjson.gz', deps) });
  },
});
