import * as z from 'zod';

/** What every call that notes something answers: a repeat is a success too. */
export const NotificationAnswer = z
  .object({
    success: z.literal(true),
    duplicate: z.boolean().meta({ description: 'That this had been noted before; nothing has changed.' }),
    message: z.string().meta({ description: 'A sentence for a person.' }),
  })
  .meta({ id: 'NotificationResponse' });

export const noted = (isFirst: boolean, first: string, repeat: string) => ({
  success: true as const,
  duplicate: !isFirst,
  message: isFirst ? first : repeat,
});
