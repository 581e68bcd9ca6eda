import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import type { Message } from '#shared/messages/queues.ts';
import type { Deps } from './deps.ts';

/**
 * Stops all mail to addresses that do not exist or whose owners complained. Of other events, and of a mailbox that is
 * only full or away, nothing follows.
 */
export async function suppress(event: Message<'mail_events'>, { suppressions }: Deps): Promise<void> {
  for (const email of stopped(event)) {
    const known = normalizedEmail(email);
    if (known) await suppressions.add(known, event.eventType === 'Bounce' ? 'bounce' : 'complaint');
  }
}

function stopped({ eventType, bounce, complaint }: Message<'mail_events'>): string[] {
  if (eventType === 'Bounce' && bounce?.bounceType === 'Permanent')
    return bounce.bouncedRecipients.map(({ emailAddress }) => emailAddress);
  // Some mailboxes tell in the same way that a mail was taken for spam by mistake.
  if (eventType === 'Complaint' && complaint && complaint.complaintFeedbackType !== 'not-spam')
    return complaint.complainedRecipients.map(({ emailAddress }) => emailAddress);
  return [];
}
