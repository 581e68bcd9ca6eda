import * as z from 'zod';
import type { Export } from '#shared/event-log/store/exports.ts';
import { hours } from '#shared/values/durations.ts';

export const exportStatuses = z.enum(['pending', 'running', 'completed', 'failed']);

/** How long a link to a file holds. */
export const linkSeconds = 3600;
/** How long a file is kept: the lifecycle of the bucket. */
export const fileDays = 7;

export const statusUrl = (exportId: string) => `/api/v1/pixel/exports/${exportId}`;

export const exampleExportId = 'export_7Rk2VbXq9LmT4cWz0NpYsA';

/** Whatever is not written by then never will be: its message has run out of tries long before. */
const maxHours = 24;
export const isAbandoned = (
  { completedAt, createdAt }: Pick<Export, 'completedAt' | 'createdAt'>,
  now: number,
) => !completedAt && now - Date.parse(createdAt) > hours(maxHours);
