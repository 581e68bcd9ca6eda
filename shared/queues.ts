import * as z from 'zod';
import { Effect } from '#shared/domain/effects.ts';

export type QueueDescription = {
  /** What a message holds; its JSON is checked when sent and when received. */
  message: z.ZodType;
  /** The worker's folder under `functions/`. */
  function: string;
  timeoutSeconds: number;
  maxConcurrency: number;
  /** Receives before a message goes to the dead-letter queue `<name>-dead`. */
  maxReceives: number;
  /** The wait before the next try of a failed message: doubles from the first value up to the second, with jitter. */
  retrySeconds: readonly [first: number, most: number];
};

/** Every queue. The typed sender, the worker, CDK and the local host read this one table. */
export const queues = {
  /** Effects that could not be delivered at once. */
  effects: {
    message: z.object({ effect: Effect }),
    function: 'effects',
    timeoutSeconds: 30,
    maxConcurrency: 5,
    maxReceives: 8,
    retrySeconds: [2, 900],
  },
  /** Erasures that are not done with one request, and a second look at those that are. */
  erasure: {
    message: z.object({
      account_id: z.int(),
      task_id: z.string(),
      selector: z.union([z.object({ userHash: z.string() }), z.object({ clickIds: z.array(z.string()) })]),
    }),
    function: 'erasure',
    timeoutSeconds: 60,
    maxConcurrency: 2,
    maxReceives: 8,
    retrySeconds: [5, 900],
  },
  /** Exports to be written, or written on. */
  export: {
    message: z.object({
      account_id: z.int(),
      export_id: z.string(),
      environment: z.enum(['live', 'test']),
      from: z.iso.date(),
      to: z.iso.date(),
      created_at: z.iso.datetime(),
    }),
    function: 'export',
    timeoutSeconds: 300,
    maxConcurrency: 2,
    maxReceives: 8,
    retrySeconds: [60, 900],
  },
  /** Codes to reset a password, to be sent to whoever has an account. A message never holds the code. */
  reset_codes: {
    message: z.object({ email: z.string(), request_id: z.string() }),
    function: 'reset-codes',
    timeoutSeconds: 30,
    maxConcurrency: 5,
    // Ten minutes of tries: nobody waits for a code much longer.
    maxReceives: 8,
    retrySeconds: [5, 300],
  },
} as const satisfies Record<string, QueueDescription>;

export type QueueName = keyof typeof queues;
export type Message<Q extends QueueName> = z.output<(typeof queues)[Q]['message']>;
export const queueNames = Object.keys(queues) as QueueName[];
