import { projectionNeedsOver } from '#functions/projections.ts';
import { createContext, signed } from '#shared/aws/context.ts';
import { failureSender } from '#shared/aws/failure-sender.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { signedSender } from '#shared/aws/signed-sender.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, attribution } = createContext(host);
  const queues = signedSender(signed(host, 'SQS'), env.QUEUE_URLS);
  return {
    ...projectionNeedsOver(attribution(), { env, now, queues }),
    reportFailure: failureSender(signed(host, 'SQS'), env.QUEUE_URL_PREFIX),
    /** The accounts whose records this process could not count, and when. */
    uncounted: new Map<number, number>(),
  };
}

export type Deps = ReturnType<typeof makeDeps>;
