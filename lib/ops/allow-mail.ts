import { DeleteSuppressedDestinationCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import type { Suppressions } from '#shared/mail/store/suppressions.ts';

type Deps = {
  /** Without it, as on this machine, there is no list of SES. */
  ses: Pick<SESv2Client, 'send'> | null;
  suppressions: Pick<Suppressions, 'remove'>;
};

/** Lets mail go to an address again whose mailbox works again: whether it was stopped here. Repeatable. */
export async function allowMail(address: string, { ses, suppressions }: Deps): Promise<boolean> {
  const email = normalizedEmail(address.trim());
  if (!email) throw new Error('That is no e-mail address.');
  // Of SES first: our own list is what the next mail asks.
  for (const EmailAddress of new Set([address.trim(), email]))
    await ses?.send(new DeleteSuppressedDestinationCommand({ EmailAddress })).catch((error: Error) => {
      if (error.name !== 'NotFoundException') throw error;
    });
  return await suppressions.remove(email);
}
