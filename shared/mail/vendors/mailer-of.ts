import type { Overrides } from '#shared/aws/overrides.ts';
import type { Env } from '#shared/env.ts';
import type { Mailer } from '#shared/mail/mailer.ts';

/** SES's client takes a third of a function's start, so it is loaded on use. */
export function mailerOf(env: Env, host: Overrides, more: { maxAttempts?: number } = {}): Mailer {
  let opened: Promise<Mailer> | undefined;
  const createMailer = async (): Promise<Mailer> => {
    const [{ sesClient }, { sesMailer }] = await Promise.all([import('./ses-client.ts'), import('./ses-mailer.ts')]);
    return sesMailer(sesClient(host, more), {
      from: env.MAIL_FROM,
      replyTo: env.SUPPORT_EMAIL,
      configurationSets: {
        transactional: env.MAIL_TRANSACTIONAL_SET,
        lifecycle: env.MAIL_LIFECYCLE_SET,
      },
    });
  };
  return {
    async send(mail) {
      opened ??= createMailer();
      await (await opened).send(mail);
    },
  };
}
