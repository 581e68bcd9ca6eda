import { type SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import { type Mailer, type MailKind, MailRejected, MailThrottled } from '#shared/mail/mailer.ts';
import { waitedFor } from '#shared/values/part-progress.ts';
import { Unavailable } from '#shared/values/unavailable.ts';

export type SesSettings = {
  from: string;
  replyTo?: string;
  configurationSets: Readonly<Record<MailKind, string>>;
};

export const sesMailer = (client: SESv2Client, { from, replyTo, configurationSets }: SesSettings): Mailer => ({
  async send({ to, subject, text, html, kind, headers = {} }) {
    const content = (Data: string) => ({ Data, Charset: 'UTF-8' });
    const lines = Object.entries(headers).map(([Name, Value]) => ({ Name, Value }));
    const sending = client.send(
      new SendEmailCommand({
        FromEmailAddress: from,
        ...(replyTo && { ReplyToAddresses: [replyTo] }),
        Destination: { ToAddresses: [to] },
        Content: {
          Simple: {
            Subject: content(subject),
            Body: { Text: content(text), Html: content(html) },
            ...(lines.length > 0 && { Headers: lines }),
          },
        },
        ...(configurationSets[kind] && { ConfigurationSetName: configurationSets[kind] }),
      }),
    );
    await waitedFor(sending).catch((error: Failure) => {
      const why = `The mail was not taken: ${error.name}.`;
      if (isThrottled(error)) throw new MailThrottled(why, { cause: error });
      throw wasRefused(error) ? new MailRejected(why, { cause: error }) : new Unavailable('mail', error);
    });
  },
});

type Failure = Error & { $metadata?: { httpStatusCode?: number }; code?: string };

const isThrottled = ({ name, $metadata }: Failure): boolean =>
  $metadata?.httpStatusCode === 429 ||
  [
    'TooManyRequestsException',
    'ThrottlingException',
    'LimitExceededException',
    'SendingPausedException',
    'AccountSuspendedException',
  ].includes(name);

function wasRefused({ $metadata, code = '' }: Failure): boolean {
  const status = $metadata?.httpStatusCode ?? 0;
  return (status >= 400 && status < 500) || ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN'].includes(code);
}
