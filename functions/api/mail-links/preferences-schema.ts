import * as z from 'zod';

export const EmailPreferences = z
  .object({
    lifecycle_emails: z.boolean().meta({
      description: 'Whether to receive e-mails with tips and reminders. Codes and security notices do not depend on it.',
    }),
  })
  .meta({ id: 'EmailPreferences' });
