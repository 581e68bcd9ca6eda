import { setTimeout as pause } from 'node:timers/promises';
import { type Dynamo, DynamoRefusal } from '#shared/store/dynamo.ts';

const maxTries = 12;
const maxPauseMs = 15_000;
const isLoad = (error: unknown) =>
  error instanceof DynamoRefusal && /Throttling|ThroughputExceeded|RequestLimitExceeded/.test(error.type);

/**
 * Asks again, for minutes and not for half a second as a request would, what was refused for load: a new table takes a
 * few thousand writes a second and grows from there, and a restore is all that it does.
 */
export const patiently =
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
