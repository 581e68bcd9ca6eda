import * as z from 'zod';
import type { Queue } from '#shared/messages/queue.ts';

export const mediaQueue = {
  name: 'media',
  message: z.object({ handle: z.string(), urls: z.array(z.string()).min(1).max(50) }),
  function: 'media-copies',
  // Fifty addresses, read four at a time, may be slow.
  timeoutSeconds: 180,
  maxConcurrency: 4,
  // A message's four files may have 10 MB each.
  batchSize: 1,
  maxReceives: 8,
  retrySeconds: [30, 900],
} as const satisfies Queue;
