import { cloudWatchOf } from '#shared/aws/cloud-watch.ts';
import { createContext, signed } from '#shared/aws/context.ts';
import { type DeadLetters, deadLettersAt } from '#shared/aws/dead-letters.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { removeRowsOf } from '#shared/canary/store/canary-rows.ts';
import { type CanaryWalk, canaryWalksIn } from '#shared/canary/store/canary-walks.ts';

export function makeDeps(host: Overrides = {}) {
  const { env, now, accounts, attribution } = createContext(host);
  const cloudWatch = cloudWatchOf(
    signedAws({ ...signed(host, 'MONITORING'), service: 'monitoring', jsonVersion: '1.0' }),
    { stack: '', now },
  );
  const sqs = signedAws({ ...signed(host, 'SQS'), service: 'sqs', jsonVersion: '1.0' });
  return {
    now,
    url: env.API_BASE_URL,
    fetch: host.fetch ?? fetch,
    deadLetters: deadLettersAt(sqs, env.QUEUE_URL_PREFIX) as Pick<DeadLetters, 'dead'>,
    uncachedStarts: async () =>
      process.env.AWS_LAMBDA_FUNCTION_NAME ? await cloudWatch.uncachedStarts(env.STAGE) : 0,
    walks: canaryWalksIn(accounts(), { now }),
    removeRowsOf: (walk: CanaryWalk) => removeRowsOf(walk, attribution()),
  };
}

export type Deps = ReturnType<typeof makeDeps> & { pause?: (milliseconds: number) => Promise<unknown> };
