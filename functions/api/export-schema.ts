import * as z from 'zod';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { exportFile, fileDays, isAbandoned } from '#shared/event-log/rules/export-file.ts';
import type { Export } from '#shared/event-log/store/exports.ts';
import { days, hourInSeconds } from '#shared/values/durations.ts';

export const exportStatuses = z.enum(['pending', 'running', 'completed', 'failed']);

export const exportId = z.string().meta({ description: 'Id of the export. Poll it until `status` is `completed`.' });

export const statusUrl = (exportId: string) => `/api/v1/pixel/exports/${exportId}`;

export const exampleExportId = 'export_7Rk2VbXq9LmT4cWz0NpYsA';
export const exampleExportFile = {
  created_at: '2026-11-21T09:00:00.000Z',
  rows: 4711,
  size_bytes: 482_113,
  url: `https://adtrail-exports.s3.us-east-1.amazonaws.com/exports/1/${exampleExportId}.ndjson.gz?X-Amz-Signature=…`,
  expires_at: '2026-11-21T10:05:00.000Z',
};

/** The link of an export is valid for an hour. */
export function fileOf(
  storedExport: Export,
  fileName: string,
  { objects, now }: { objects: Pick<ObjectStore, 'link'>; now: () => number },
) {
  const status = isAbandoned(storedExport, now()) ? ('failed' as const) : storedExport.status;
  const keptUntil = storedExport.completedAt ? Date.parse(storedExport.completedAt) + days(fileDays) : 0;
  const seconds = Math.min(hourInSeconds, Math.floor((keptUntil - now()) / 1000));
  return {
    status,
    created_at: storedExport.createdAt,
    rows: storedExport.progress.rows,
    size_bytes: storedExport.progress.sizeBytes,
    ...(status === 'completed' &&
      seconds > 0 && {
        url: objects.link(exportFile(storedExport), { seconds, fileName }),
        expires_at: new Date(now() + seconds * 1000).toISOString(),
      }),
  };
}
