import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Mailer } from '#shared/ports/mailer.ts';

/** Mail through SES v2. */
export const sesMailer = (client: SESv2Client, from: string): Mailer => ({
  async send({ to, subject, text, html }) {
    const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
    await client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: { Subject: content(subject), Body: { Text: content(text), Html: content(html) } },
        },
      }),
    );
  },
});
