import type { Mail } from '#shared/mail/mailer.ts';
import { newUser, type TestApp } from '#test/kit/harness.ts';

export function linkIn(mail: Mail | undefined, label: string): string {
  const found = new RegExp(`^${label}: https://api\\.operator\\.example(/m/\\S+)$`, 'm').exec(mail?.text ?? '');
  if (!found?.[1]) throw new Error(`The mail has no link "${label}".`);
  return found[1];
}
export const tokenIn = (mail: Mail | undefined, label: string) => linkIn(mail, label).slice('/m/c/'.length);

export const visit = (app: TestApp, path: string, init: RequestInit = {}) =>
  app.send(new Request(`https://api.operator.example${path}`, init));

export async function checkedIn(app: TestApp, given: Parameters<typeof newUser>[1] = {}) {
  const user = await newUser(app, { createdAt: daysAgo(app, 7), emailVerified: true, ...given });
  await app.checkInAfterAWeek();
  await app.settle();
  return { ...user, mail: mailsTo(app, user.email)[0] };
}

export const daysAgo = (app: TestApp, days: number) => new Date(app.world.clock.now - days * 86_400_000).toISOString();
export const mailsTo = (app: TestApp, email: string) => app.world.mails.filter(({ to }) => to === email);

export const sesEvent = {
  bounce: (emailAddress: string, bounceType = 'Permanent') => ({
    eventType: 'Bounce',
    bounce: {
      bounceType,
      bounceSubType: 'General',
      bouncedRecipients: [{ emailAddress, action: 'failed', status: '5.1.1', diagnosticCode: 'smtp; 550 5.1.1 user unknown' }],
      timestamp: '2026-11-21T12:00:00.000Z',
      feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
      reportingMTA: 'dsn; mta.example.com',
    },
    mail: { source: 'adtrail <no-reply@operator.example>', destination: [emailAddress], messageId: 'm1' },
  }),
  complaint: (emailAddress: string, complaintFeedbackType = 'abuse') => ({
    eventType: 'Complaint',
    complaint: {
      complainedRecipients: [{ emailAddress }],
      timestamp: '2026-11-21T12:00:00.000Z',
      feedbackId: '01000157c44f053b-61b59c11-9236-11e6-8f96-7be8aexample-000000',
      complaintFeedbackType,
    },
    mail: { source: 'adtrail <no-reply@operator.example>', destination: [emailAddress], messageId: 'm1' },
  }),
};

export async function reported(app: TestApp, message: ReturnType<typeof sesEvent.bounce | typeof sesEvent.complaint>) {
  app.world.messages.push({ queue: 'mail_events', message, delaySeconds: 0 });
  await app.work('mail_events');
}
