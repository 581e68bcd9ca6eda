import * as z from 'zod';
import type { lateSignals } from '#shared/clicks/rules/traffic.ts';
import type { Queue } from '#shared/messages/queue.ts';

/** The rules of traffic would enlarge every bundle that lists the queues. */
const candidateSignals = ['data_centre', 'shared_click_id', 'click_flood'] as const satisfies readonly (typeof lateSignals)[number][];

/** A candidate click waits twice for 15 minutes, a queue's longest delay. */
export const verdictsQueue = {
  name: 'verdicts',
  message: z.object({
    signal: z.enum(candidateSignals),
    click_ids: z.array(z.string()).min(1).max(100),
    other_ids: z.array(z.string()).max(40).optional(),
    wait: z.int().min(1).max(2),
  }),
  function: 'click-verdicts',
  timeoutSeconds: 60,
  maxConcurrency: 4,
  maxReceives: 8,
  retrySeconds: [5, 300],
} as const satisfies Queue;
