import { SESv2Client } from '@aws-sdk/client-sesv2';
import { sesMailer } from '#shared/adapters/ses-mailer.ts';
import { clientSettings } from '#shared/aws.ts';
import type { Env } from '#shared/env.ts';
import type { Host } from './host.ts';

/** `maxAttempts`: how often a call is made whose answer is lost. */
export const mailerOf = (env: Env, { transport }: Host, more: { maxAttempts?: number } = {}) =>
  sesMailer(new SESv2Client({ ...clientSettings(transport), ...more }), {
    from: env.MAIL_FROM,
    configurationSets: {
      transactional: env.MAIL_TRANSACTIONAL_SET,
      lifecycle: env.MAIL_LIFECYCLE_SET,
    },
  });
