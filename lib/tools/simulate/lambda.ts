import { awsLimits } from '#lib/cloud/limits/aws-limits.ts';
import { chance } from './sent-event.ts';

export type Refused = { byRate: number; byExecutions: number; byScaling: number };
export type LambdaRun = {
  requests: number;
  refused: Refused;
  mostAtOnce: number;
  started: number;
  p99Ms: number;
};

/**
 * A request without a free environment waits for an INIT. Requests above the reserve, the scaling rate or ten
 * per second per environment are rejected.
 */
export function runLambda({
  perSecond,
  reserved,
  milliseconds,
  initMilliseconds,
}: {
  perSecond: readonly number[];
  reserved: number;
  milliseconds: number;
  initMilliseconds: number;
}): LambdaRun {
  const { requestsPerExecution, gained, gainedEverySeconds } = awsLimits.lambda;
  const rateOf = reserved * requestsPerExecution;
  const refused: Refused = { byRate: 0, byExecutions: 0, byScaling: 0 };
  const [warm, cold] = [queueOf(), queueOf()];
  const took: number[] = [];
  let [free, started, mostAtOnce, requests] = [0, 0, 0, 0];
  let mayStart: number = gained;
  let at = 0;
  for (const [second, count] of perSecond.entries()) {
    const moments = Array.from({ length: count }, (_, i) => chance(second + 1, i)).sort((a, b) => a - b);
    let admitted = 0;
    for (const moment of moments) {
      requests++;
      const now = 1000 * (second + moment);
      mayStart = Math.min(gained, mayStart + ((now - at) / 1000) * (gained / gainedEverySeconds));
      at = now;
      free += warm.endedBy(now) + cold.endedBy(now);
      const atWork = warm.size() + cold.size();
      if (admitted >= rateOf) refused.byRate++;
      else if (free > 0) {
        free--;
        warm.add(now + milliseconds);
        took.push(milliseconds);
        admitted++;
      } else if (atWork >= reserved) refused.byExecutions++;
      else if (mayStart < 1) refused.byScaling++;
      else {
        mayStart--;
        started++;
        cold.add(now + initMilliseconds + milliseconds);
        took.push(initMilliseconds + milliseconds);
        admitted++;
      }
      mostAtOnce = Math.max(mostAtOnce, warm.size() + cold.size());
    }
  }
  took.sort((a, b) => a - b);
  return { requests, refused, mostAtOnce, started, p99Ms: took[Math.floor(took.length * 0.99)] ?? 0 };
}

function queueOf() {
  const ends: number[] = [];
  let endedCount = 0;
  return {
    add: (end: number) => void ends.push(end),
    size: () => ends.length - endedCount,
    endedBy(now: number): number {
      const before = endedCount;
      while ((ends[endedCount] ?? Number.POSITIVE_INFINITY) <= now) endedCount++;
      return endedCount - before;
    },
  };
}
