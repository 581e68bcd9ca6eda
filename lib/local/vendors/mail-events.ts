import { SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod';
import { queueUrl } from '#lib/local/environment.ts';
import { sqsSender } from '#shared/aws/sqs-sender.ts';

const Report = z.object({ type: z.enum(['bounce', 'complaint']), email: z.string().min(3) });

/** `POST /mail/events`: reports a mail to an address as the mail service does, through the queue. */
export const mailEvents = (sqsEndpoint: string) => async (body: unknown) => {
  const { type, email } = Report.parse(body);
  const client = new SQSClient({ useQueueUrlAsEndpoint: false });
  try {
    const sender = sqsSender(client, { mail_events: queueUrl(sqsEndpoint, 'mail_events') });
    await sender.send('mail_events', eventOf(type, email));
  } finally {
    client.destroy();
  }
  return { status: 202, body: { type } };
};

const eventOf = (type: 'bounce' | 'complaint', emailAddress: string) =>
  type === 'bounce'
    ? { eventType: 'Bounce', bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] } }
    : {
        eventType: 'Complaint',
        complaint: { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress }] },
      };
