import * as z from 'zod';
import { exportFile } from '#shared/event-log/rules/export-file.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { days } from '#shared/values/durations.ts';
import { fail } from '#shared/values/errors.ts';
import type { Deps } from './deps.ts';
import { exampleExportId, exportStatuses, fileDays, isAbandoned, linkSeconds } from './export-schema.ts';
import { Environment } from './key-schema.ts';

export const readExport = defineEndpoint<Deps>()({
  id: 'readExport',
  method: 'GET',
  path: '/api/v1/pixel/exports/{id}',
  auth: 'user',
  cors: 'front_ends',
  summary: 'Retrieve an export',
  description:
    'Each response has a new link, which works for an hour without credentials: share it with care.',
  params: z.object({ id: z.string().min(1).max(100) }),
  responses: {
    200: z
      .object({
        export_id: z.string(),
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
  errors: ['not_found'],
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
    if (!found || found.kind === 'account') throw fail('not_found');
    const { id, environment, from, to, pixelKey, timeZone = 'UTC', createdAt, completedAt, progress } = found;
    const status = isAbandoned(found, now()) ? 'failed' : found.status;
    const keptUntil = completedAt ? Date.parse(completedAt) + days(fileDays) : 0;
    const seconds = Math.min(linkSeconds, Math.floor((keptUntil - now()) / 1000));
    const fileName = `events-${environment}-${from}-${to}.ndjson.gz`;
    return ok({
      export_id: id,
      status,
      environment,
      from,
      to,
      ...(pixelKey && { pixel_key: pixelKey }),
      time_zone: timeZone,
      created_at: createdAt,
      rows: progress.rows,
      size_bytes: progress.sizeBytes,
      ...(status === 'completed' &&
        seconds > 0 && {
          url: objects.link(exportFile(found), { seconds, fileName }),
          expires_at: new Date(now() + seconds * 1000).toISOString(),
        }),
    });
  },
});
