import * as z from 'zod';
import { exportFile } from '#shared/event-log/rules/export-file.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { days } from '#shared/values/durations.ts';
import { fail } from '#shared/values/errors.ts';
import type { Deps } from './deps.ts';
import { exampleExportId, exportStatuses, fileDays, isAbandoned, linkSeconds } from './export-schema.ts';

export const readAccountExport = defineEndpoint<Deps>()({
  id: 'readAccountExport',
  method: 'GET',
  path: '/api/v1/auth/exports/{id}',
  auth: 'user',
  cors: 'front_ends',
  summary: 'Retrieve an export of your data',
  description:
    'Returns the progress of the export and, once it is completed, a link to the file. Each response has a new link, which works for an hour without credentials: share it with care.',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: {
    200: z
      .object({
        export_id: z.string(),
        status: exportStatuses,
        created_at: z.iso.datetime(),
        rows: z.int().meta({ description: 'Lines written so far.' }),
        size_bytes: z.int().meta({ description: 'Size of the compressed file so far.' }),
        url: z.string().optional().meta({ description: 'Link to the file while it is kept.' }),
        expires_at: z.iso.datetime().optional().meta({ description: 'When the link expires.' }),
      })
      .meta({ id: 'AccountExport' }),
  },
  errors: ['not_found'],
  example: {
    params: { id: exampleExportId },
    responses: {
      200: {
        export_id: exampleExportId,
        status: 'completed',
        created_at: '2026-11-21T09:00:00.000Z',
        rows: 4711,
        size_bytes: 482_113,
        url: 'https://adtrail-exports.s3.us-east-1.amazonaws.com/exports/1/export_7Rk2VbXq9LmT4cWz0NpYsA.ndjson.gz?X-Amz-Signature=…',
        expires_at: '2026-11-21T10:05:00.000Z',
      },
    },
  },

  async handle({ params, actor }, { exports, objects, now }) {
    const found = await exports.byId(actor.userId, params.id);
    if (found?.kind !== 'account') throw fail('not_found');
    const { id, createdAt, completedAt, progress } = found;
    const status = isAbandoned(found, now()) ? 'failed' : found.status;
    const keptUntil = completedAt ? Date.parse(completedAt) + days(fileDays) : 0;
    const seconds = Math.min(linkSeconds, Math.floor((keptUntil - now()) / 1000));
    return ok({
      export_id: id,
      status,
      created_at: createdAt,
      rows: progress.rows,
      size_bytes: progress.sizeBytes,
      ...(status === 'completed' &&
        seconds > 0 && {
          url: objects.link(exportFile(found), { seconds, fileName: 'adtrail-account.ndjson.gz' }),
          expires_at: new Date(now() + seconds * 1000).toISOString(),
        }),
    });
  },
});
