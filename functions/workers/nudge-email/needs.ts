import { users } from '#shared/accounts/needs.ts';
import { cloudWatchOf } from '#shared/aws/cloud-watch.ts';
import { type Context, signed } from '#shared/aws/context.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues, supportEmail } from '#shared/aws/needs.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { throttle } from '#shared/limits/needs.ts';
import { bulkPaceOf } from '#shared/mail/bulk-pace.ts';
import { mailLinks, mailNeeds } from '#shared/mail/needs.ts';
import type { Reputation } from '#shared/mail/rules/bulk-mail.ts';
import { mailerOf } from '#shared/mail/vendors/mailer-of.ts';
import { sesLimits } from '#shared/mail/vendors/sending-limits.ts';
import { sesClient } from '#shared/mail/vendors/ses-client.ts';
import { nudges } from '#shared/notifications/needs.ts';
import { receipts } from '#shared/outbox/needs.ts';

const bulkPace = ({ env, host, now, once }: Context) =>
  bulkPaceOf({
    throttle: once(throttle),
    limits: sesLimits(sesClient(host)),
    reputation: reputationIn(host, now),
    mode: env.BULK_MAIL,
    now,
  });
/** The mailer makes one attempt, because a repeated call after a lost response would be a second mail. */
const mailer = ({ env, host }: Context) => mailerOf(env, host, { maxAttempts: 1 });

function reputationIn(host: Context['host'], now: () => number): () => Promise<Reputation> {
  if (!process.env.AWS_LAMBDA_FUNCTION_NAME) return async () => ({ bounceRate: null, complaintRate: null });
  const call = signedAws({ ...signed(host, 'MONITORING'), service: 'monitoring', jsonVersion: '1.0' });
  return cloudWatchOf(call, { stack: '', now }).reputation;
}

export const needs = {
  ...mailNeeds,
  bulkPace,
  mailer,
  mailLinks,
  nudges,
  queues,
  receipts,
  supportEmail,
  users,
};
export type Deps = DepsOf<typeof needs>;
