import * as z from 'zod';

export const exportStatuses = z.enum(['pending', 'running', 'completed', 'failed']);

/** How long a link to a file holds. */
export const linkSeconds = 3600;
/** How long a file is kept: the lifecycle of the bucket. */
export const fileDays = 7;

export const statusUrl = (exportId: string) => `/api/v1/pixel/exports/${exportId}`;

export const exampleExportId = 'export_7Rk2VbXq9LmT4cWz0NpYsA';
