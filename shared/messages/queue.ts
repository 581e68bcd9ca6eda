import type * as z from 'zod';

export type Queue = {
  name: string;
  message: z.ZodType<object>;
  function: string;
  timeoutSeconds: number;
  maxConcurrency: number;
  /**
   * A crashed worker's message returns after this time, six times the timeout by default; sooner, within a lease, if a
   * user waits.
   */
  visibilitySeconds?: number;
  maxReceives: number;
  /** The delay doubles from the first to the second value, with jitter. */
  retrySeconds: readonly [first: number, most: number];
  accountTurns?: number;
  /** For a batch above ten, Lambda gathers messages for `gatherSeconds`. The default is 10. */
  batchSize?: number;
  gatherSeconds?: number;
};

export type MessageOf<Q extends Queue> = z.output<Q['message']>;
