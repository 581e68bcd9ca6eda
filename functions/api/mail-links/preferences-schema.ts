import * as z from 'zod';

export const EmailPreferences = z
  .object({
    lifecycle_emails: z.boolean().meta({
      description:
        'Whether to receive e-mails with tips and reminders. Codes and security notices are always sent.',
    }),
  })
  .meta({ id: 'EmailPreferences' });
