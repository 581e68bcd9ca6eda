import type { Pause } from './pause.ts';
import type { StreamRecord } from './stream-source.ts';

export type Delivery = {
  invoke(records: readonly StreamRecord[]): Promise<unknown>;
  done(last: StreamRecord): Promise<void>;
  giveUp(record: StreamRecord, error: unknown): void;
  maxTries: number;
  maxRetryMs: number;
  firstRetryMs: number;
  pause: Pause;
};

const longestRetryMs = 5000;

/**
 * Like Lambda, the delivery continues from the first reported failure, halves the batch on an error, and
 * gives up a record after `maxTries` or `maxRetryMs`. Returns false if the delivery was stopped.
 */
export async function deliverBatch(batch: readonly StreamRecord[], delivery: Delivery): Promise<boolean> {
  const { maxTries, maxRetryMs, pause } = delivery;
  let rest = batch;
  // The wall clock may be set forward.
  let since = performance.now();
  for (let tries = 1; rest.length > 0; tries++) {
    if (pause.stopped) return false;
    const outcome = await attempt(rest, delivery);
    const [good, bad] = [rest.slice(0, outcome.failedAt), rest.slice(outcome.failedAt)];
    const last = good.at(-1);
    if (last) await delivery.done(last);
    const [head] = bad;
    if (!head) return true;
    if (last) [tries, since] = [1, performance.now()];
    if (outcome.thrown && bad.length > 1) {
      await pause.wait(delivery.firstRetryMs);
      const middle = Math.ceil(bad.length / 2);
      return (await deliverBatch(bad.slice(0, middle), delivery)) && deliverBatch(bad.slice(middle), delivery);
    }
    rest = bad;
    if (tries >= maxTries || performance.now() - since >= maxRetryMs) {
      delivery.giveUp(head, outcome.error);
      await delivery.done(head);
      rest = bad.slice(1);
      [tries, since] = [0, performance.now()];
    } else {
      await pause.wait(Math.min(longestRetryMs, delivery.firstRetryMs * 2 ** (tries - 1)));
    }
  }
  return true;
}

type Outcome = { failedAt: number; thrown: boolean; error?: unknown };

async function attempt(records: readonly StreamRecord[], delivery: Delivery): Promise<Outcome> {
  try {
    return {
      failedAt: firstFailure(await delivery.invoke(records), records),
      thrown: false,
      error: 'reported as failed',
    };
  } catch (error) {
    return { failedAt: 0, thrown: true, error };
  }
}

function firstFailure(answer: unknown, records: readonly StreamRecord[]): number {
  const { batchItemFailures } = (answer ?? {}) as { batchItemFailures?: { itemIdentifier?: string }[] };
  const places = (batchItemFailures ?? []).map(({ itemIdentifier }) =>
    records.findIndex((record) => record.dynamodb.SequenceNumber === itemIdentifier),
  );
  return places.length === 0 ? records.length : Math.max(0, Math.min(...places));
}
