import { SESv2Client, type SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { Env } from '#shared/env.ts';
import { mailerOf } from '#shared/mail/vendors/mailer-of.ts';

it('mails that a customer can unsubscribe from have a configuration set of their own', async () => {
  const send = vi.spyOn(SESv2Client.prototype, 'send').mockImplementation(() => Promise.resolve({}));
  vi.stubEnv('AWS_REGION', 'us-east-1');
  const env = { MAIL_FROM: 'a@example.com', MAIL_TRANSACTIONAL_SET: 'needed', MAIL_LIFECYCLE_SET: 'wanted' } as Env;
  const mailer = mailerOf(env, {});
  const mail = { to: 'b@example.com', subject: 's', text: 't', html: 'h' };
  await mailer.send({ ...mail, kind: 'transactional' });
  await mailer.send({ ...mail, kind: 'lifecycle' });
  expect(send.mock.calls.map(([command]) => (command as SendEmailCommand).input.ConfigurationSetName)).toEqual(['needed', 'wanted']);
});
