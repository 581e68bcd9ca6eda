import { SESv2Client } from '@aws-sdk/client-sesv2';
import { clientSettings } from '#shared/aws/client-settings.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import type { Env } from '#shared/env.ts';
import { sesMailer } from './ses-mailer.ts';

/** `maxAttempts`: how often a call is made whose answer is lost. */
export const mailerOf = (env: Env, { transport }: Overrides, more: { maxAttempts?: number } = {}) =>
  sesMailer(new SESv2Client({ ...clientSettings(transport), ...more }), {
    from: env.MAIL_FROM,
    configurationSets: {
      transactional: env.MAIL_TRANSACTIONAL_SET,
      lifecycle: env.MAIL_LIFECYCLE_SET,
    },
  });
