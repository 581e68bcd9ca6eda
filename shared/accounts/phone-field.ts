import * as z from 'zod';
import { phoneOf } from '#shared/accounts/rules/phone.ts';

export const PhoneField = z
  .string()
  .max(100)
  .meta({
    description: 'With `+` and the country code. Spaces, dashes, dots and brackets between the digits are ignored.',
    example: '+351 912 345 678',
  })
  .transform((text, context) => {
    const phone = phoneOf(text);
    if (phone) return phone;
    context.addIssue({ code: 'custom', message: 'Not a phone number with + and a country code' });
    return z.NEVER;
  });
