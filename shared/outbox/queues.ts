import * as z from 'zod';
import type { Queue } from '#shared/messages/queue.ts';
import { Effect } from '#shared/registry/effect.ts';

export const effectsQueue = {
  name: 'effects',
  message: z.object({ effect: Effect }),
  function: 'effects',
  timeoutSeconds: 30,
  maxConcurrency: 5,
  maxReceives: 8,
  retrySeconds: [2, 900],
} as const satisfies Queue;
