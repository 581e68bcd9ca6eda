import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import type { mailEventsQueue } from '#shared/mail/queues.ts';
import type { MessageOf } from '#shared/messages/queue.ts';
import type { Deps } from './needs.ts';

export async function suppress(event: MessageOf<typeof mailEventsQueue>, { suppressions }: Deps): Promise<void> {
  for (const email of stopped(event)) {
    const address = normalizedEmail(email);
    if (address) await suppressions.add(address, event.eventType === 'Bounce' ? 'bounce' : 'complaint');
  }
}

function stopped({ eventType, bounce, complaint }: MessageOf<typeof mailEventsQueue>): string[] {
  if (eventType === 'Bounce' && bounce?.bounceType === 'Permanent') return bounce.bouncedRecipients.map(({ emailAddress }) => emailAddress);
  // A complaint of the type `not-spam` reports that a mail was marked as spam by mistake.
  if (eventType === 'Complaint' && complaint && complaint.complaintFeedbackType !== 'not-spam')
    return complaint.complainedRecipients.map(({ emailAddress }) => emailAddress);
  return [];
}
