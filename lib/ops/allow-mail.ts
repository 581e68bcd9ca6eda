import { DeleteSuppressedDestinationCommand, type SESv2Client } from '@aws-sdk/client-sesv2';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import type { Suppressions } from '#shared/mail/store/suppressions.ts';

type Deps = {
  /** `ses` is `null` on the local host, which has no SES suppression list. */
  ses: Pick<SESv2Client, 'send'> | null;
  suppressions: Pick<Suppressions, 'remove'>;
};

export async function allowMail(address: string, { ses, suppressions }: Deps): Promise<boolean> {
  const email = normalizedEmail(address.trim());
  if (!email) throw new Error('Invalid e-mail address.');
  // The service checks its own suppression list before each mail, so that list is changed last.
  for (const EmailAddress of new Set([address.trim(), email]))
    await ses?.send(new DeleteSuppressedDestinationCommand({ EmailAddress })).catch((error: Error) => {
      if (error.name !== 'NotFoundException') throw error;
    });
  return await suppressions.remove(email);
}
