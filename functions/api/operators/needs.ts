import { startReportNeeds } from '#shared/assistant-ads/needs.ts';
import { bucketAt } from '#shared/aws/bucket-at.ts';
import { type CloudWatch, cloudWatchOf } from '#shared/aws/cloud-watch.ts';
import { type Context, signed } from '#shared/aws/context.ts';
import { deadLettersAt } from '#shared/aws/dead-letters.ts';
import { depsIn } from '#shared/aws/deps-of.ts';
import type { ObjectStore } from '#shared/aws/object-store.ts';
import { plannedDeadLetters } from '#shared/aws/planned-dead-letters.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';

export const assistantReports = (context: Context) => depsIn(context, startReportNeeds);

export const backupFiles = ({ env }: Context): Pick<ObjectStore, 'list' | 'get'> => bucketAt(env.BACKUP_BUCKET);

const queuesOfDeadLetters = ({ env, host }: Context) =>
  deadLettersAt(signedAws({ ...signed(host, 'SQS'), service: 'sqs', jsonVersion: '1.0' }), env.QUEUE_URL_PREFIX);
export const deadLetters = /* @__PURE__ */ Object.assign(queuesOfDeadLetters, {
  planned: plannedDeadLetters,
});

export function streams({ host }: Context) {
  const settings = signed(host, 'DYNAMODB');
  const { region, endpoint = `https://streams.dynamodb.${region}.amazonaws.com` } = settings;
  return signedAws({ ...settings, endpoint, service: 'dynamodb', jsonVersion: '1.0' });
}

/** Only in Lambda does the function's name begin with the name of a stack; a local host has none. */
export function cloudWatch({ host, now }: Context): CloudWatch | null {
  const [, stack] = /^(.+)-maintenance$/.exec(process.env.AWS_LAMBDA_FUNCTION_NAME ?? '') ?? [];
  if (!stack) return null;
  const call = signedAws({ ...signed(host, 'MONITORING'), service: 'monitoring', jsonVersion: '1.0' });
  return cloudWatchOf(call, { stack, now });
}
