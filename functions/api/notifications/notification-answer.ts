import * as z from 'zod';

export const NotificationAnswer = z
  .object({
    success: z.literal(true).meta({ description: 'Always `true`.' }),
    duplicate: z.boolean().meta({ description: 'Whether it was recorded before. If so, nothing was changed.' }),
    message: z.string().meta({ description: 'One sentence for a person.' }),
  })
  .meta({ id: 'NotificationResponse' });

export const noted = (isFirst: boolean, first: string, repeat: string) => ({
  success: true as const,
  duplicate: !isFirst,
  message: isFirst ? first : repeat,
});
