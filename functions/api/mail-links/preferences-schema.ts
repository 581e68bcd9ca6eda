import * as z from 'zod';

export const EmailPreferences = z
  .object({
    lifecycle_emails: z.boolean().meta({
      description:
        'Whether mails with hints and reminders are wanted. Codes and security notices come anyway.',
    }),
  })
  .meta({ id: 'EmailPreferences' });
