import { SESv2Client } from '@aws-sdk/client-sesv2';
import { SQSClient } from '@aws-sdk/client-sqs';
import { sesMailer } from '#shared/adapters/ses-mailer.ts';
import { sqsSender } from '#shared/adapters/sqs-sender.ts';
import { clientSettings } from '#shared/aws.ts';
import type { Env } from '#shared/env.ts';
import { bucketAt } from './bucket-at.ts';
import type { Host } from './host.ts';

export const queueSender = ({ QUEUE_URLS }: Env, { transport }: Host) =>
  sqsSender(new SQSClient({ ...clientSettings(transport), useQueueUrlAsEndpoint: false }), QUEUE_URLS);

/** `maxAttempts`: how often a call is made whose answer is lost. */
export const mailerOf = (env: Env, { transport }: Host, more: { maxAttempts?: number } = {}) =>
  sesMailer(new SESv2Client({ ...clientSettings(transport), ...more }), {
    from: env.MAIL_FROM,
    configurationSets: {
      transactional: env.MAIL_TRANSACTIONAL_SET,
      lifecycle: env.MAIL_LIFECYCLE_SET,
    },
  });

/** Exports, which go after a week. */
export const objectStore = ({ EXPORT_BUCKET }: Env) => bucketAt(EXPORT_BUCKET);

/** Files that stay: copies of ads' media (`media/`), images of conversations (`images/`), reports (`reports/`). */
export const fileStore = ({ FILES_BUCKET }: Env) => bucketAt(FILES_BUCKET);
