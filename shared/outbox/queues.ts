import * as z from 'zod';
import { anyEffect } from '#shared/messages/effects.ts';
import type { Queue } from '#shared/messages/queue.ts';

/** The worker compares the names with the registry, so functions that only list queues have none of the registry. */
export const effectsQueue = {
  name: 'effects',
  message: z.object({ effect: anyEffect() }),
  function: 'effects',
  timeoutSeconds: 30,
  maxConcurrency: 5,
  maxReceives: 8,
  retrySeconds: [2, 900],
} as const satisfies Queue;
