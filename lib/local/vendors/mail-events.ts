import * as z from 'zod';
import { queueUrl } from '#lib/local/environment.ts';
import { queueSender } from '#shared/aws/sending.ts';
import { mailEventsQueue } from '#shared/mail/queues.ts';

const Report = z.object({ type: z.enum(['bounce', 'complaint']), email: z.string().min(3) });

export const mailEvents = (sqsEndpoint: string) => async (body: unknown) => {
  const { type, email } = Report.parse(body);
  const sender = queueSender({ QUEUE_URLS: { mail_events: queueUrl(sqsEndpoint, 'mail_events') } }, {});
  await sender.send(mailEventsQueue, eventOf(type, email));
  return { status: 202, body: { type } };
};

const eventOf = (type: 'bounce' | 'complaint', emailAddress: string) =>
  type === 'bounce'
    ? { eventType: 'Bounce', bounce: { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress }] } }
    : {
        eventType: 'Complaint',
        complaint: { complaintFeedbackType: 'abuse', complainedRecipients: [{ emailAddress }] },
      };
