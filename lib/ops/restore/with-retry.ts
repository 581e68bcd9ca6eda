import { setTimeout as pause } from 'node:timers/promises';
import { type Dynamo, DynamoRefusal } from '#shared/store/dynamo.ts';

const maxTries = 12;
const maxPauseMs = 15_000;
const isLoad = (error: unknown) => error instanceof DynamoRefusal && /Throttling|ThroughputExceeded|RequestLimitExceeded/.test(error.type);

/** A new table starts with a few thousand writes per second, so throttled requests are retried. */
export const withRetry =
  (dynamo: Dynamo, sleep: (milliseconds: number) => Promise<unknown> = pause): Dynamo =>
  async (operation, input) => {
    for (let tries = 1; ; tries++) {
      try {
        return await dynamo(operation, input);
      } catch (error) {
        if (tries === maxTries || !isLoad(error)) throw error;
      }
      await sleep(Math.random() * Math.min(maxPauseMs, 100 * 2 ** tries));
    }
  };
