import { createContext, signed } from '#shared/aws/context.ts';
import { type DeadLetters, deadLettersAt } from '#shared/aws/dead-letters.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { removeRowsOf } from '#shared/canary/store/canary-rows.ts';
import { type CanaryWalk, canaryWalksIn } from '#shared/canary/store/canary-walks.ts';

/** The dependencies of the canary. Costs no call. */
export function makeDeps(host: Overrides = {}) {
  const { env, now, accounts, attribution } = createContext(host);
  const sqs = signedAws({ ...signed(host, 'SQS'), service: 'sqs', jsonVersion: '1.0' });
  return {
    now,
    /** Where customers reach the stage. */
    url: env.API_BASE_URL,
    fetch: host.fetch ?? fetch,
    deadLetters: deadLettersAt(sqs, env.QUEUE_URL_PREFIX) as Pick<DeadLetters, 'dead'>,
    walks: canaryWalksIn(accounts(), { now }),
    removeRowsOf: (walk: CanaryWalk) => removeRowsOf(walk, attribution()),
  };
}

export type Deps = ReturnType<typeof makeDeps> & { pause?: (milliseconds: number) => Promise<unknown> };
