import { cloudWatchOf } from '#shared/aws/cloud-watch.ts';
import { type Context, signed } from '#shared/aws/context.ts';
import { type DeadLetters, deadLettersAt } from '#shared/aws/dead-letters.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { apiBaseUrl } from '#shared/aws/needs.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { walks } from '#shared/canary/needs.ts';
import { removeRowsOf } from '#shared/canary/store/canary-rows.ts';
import type { CanaryWalk } from '#shared/canary/store/canary-walks.ts';

const deadLetters = ({ env, host }: Context): Pick<DeadLetters, 'dead'> =>
  deadLettersAt(signedAws({ ...signed(host, 'SQS'), service: 'sqs', jsonVersion: '1.0' }), env.QUEUE_URL_PREFIX);
const fetchOfHost = ({ host }: Context) => host.fetch ?? fetch;
const rowsRemover = ({ attribution }: Context) => {
  const table = attribution();
  return (walk: CanaryWalk) => removeRowsOf(walk, table);
};
const uncachedStarts = ({ env, host, now }: Context) => {
  const call = signedAws({ ...signed(host, 'MONITORING'), service: 'monitoring', jsonVersion: '1.0' });
  const cloudWatch = cloudWatchOf(call, { stack: '', now });
  return async () => (process.env.AWS_LAMBDA_FUNCTION_NAME ? await cloudWatch.uncachedStarts(env.STAGE) : 0);
};

export const needs = {
  deadLetters,
  fetch: fetchOfHost,
  removeRowsOf: rowsRemover,
  uncachedStarts,
  url: apiBaseUrl,
  walks,
};
export type Deps = DepsOf<typeof needs>;
