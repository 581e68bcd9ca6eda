import { depsOf, queues, users } from '#functions/deps.ts';
import { cloudWatchOf } from '#shared/aws/cloud-watch.ts';
import { createContext, signed } from '#shared/aws/context.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import { signedAws } from '#shared/aws/signed-aws.ts';
import { distributedThrottle } from '#shared/limits/distributed-throttle.ts';
import { bulkPaceOf } from '#shared/mail/bulk-pace.ts';
import { mailDepsOf } from '#shared/mail/mail-deps.ts';
import { mailLinksAt } from '#shared/mail/mail-links.ts';
import type { Reputation } from '#shared/mail/rules/bulk-mail.ts';
import { mailerOf } from '#shared/mail/vendors/mailer-of.ts';
import { sesLimits } from '#shared/mail/vendors/sending-limits.ts';
import { sesClient } from '#shared/mail/vendors/ses-client.ts';
import { nudgesIn } from '#shared/notifications/store/nudges.ts';
import { receiptsIn } from '#shared/outbox/store/receipts.ts';

export function makeDeps(host: Overrides = {}) {
  const context = createContext(host);
  const { env, now, secrets, accounts } = context;
  return {
    ...depsOf(context, { users, queues }),
    nudges: nudgesIn(accounts(), { now }),
    ...mailDepsOf(context),
    mailLinks: mailLinksAt(env.API_BASE_URL, secrets),
    supportEmail: env.SUPPORT_EMAIL,
    receipts: receiptsIn(accounts(), { now }),
    bulkPace: bulkPaceOf({
      throttle: distributedThrottle(accounts(), { now }),
      limits: sesLimits(sesClient(host)),
      reputation: reputationIn(host, now),
      mode: env.BULK_MAIL,
      now,
    }),
    // The mailer makes one attempt, because a repeated call after a lost response would be a second mail.
    mailer: mailerOf(env, host, { maxAttempts: 1 }),
  };
}

function reputationIn(host: Overrides, now: () => number): () => Promise<Reputation> {
  if (!process.env.AWS_LAMBDA_FUNCTION_NAME) return async () => ({ bounceRate: null, complaintRate: null });
  const call = signedAws({ ...signed(host, 'MONITORING'), service: 'monitoring', jsonVersion: '1.0' });
  return cloudWatchOf(call, { stack: '', now }).reputation;
}

export type Deps = ReturnType<typeof makeDeps>;
