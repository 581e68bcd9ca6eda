import { SESv2Client } from '@aws-sdk/client-sesv2';
import { clientSettings } from '#shared/aws/client-settings.ts';
import type { Overrides } from '#shared/aws/overrides.ts';
import type { Env } from '#shared/env.ts';
import { sesMailer } from './ses-mailer.ts';

/** `maxAttempts`: how often a call is made whose answer is lost. */
export const sesClient = ({ transport }: Overrides, more: { maxAttempts?: number } = {}): SESv2Client =>
  new SESv2Client({ ...clientSettings(transport), ...more });

export const mailerOf = (env: Env, host: Overrides, more: { maxAttempts?: number } = {}) =>
  sesMailer(sesClient(host, more), {
    from: env.MAIL_FROM,
    configurationSets: {
      transactional: env.MAIL_TRANSACTIONAL_SET,
      lifecycle: env.MAIL_LIFECYCLE_SET,
    },
  });
