import * as z from 'zod';
import { normalizedEmail } from '#shared/domain/email.ts';

/** An e-mail address, normalised: what handlers see is the form that accounts are known by. */
export const Email = z
  .string()
  .max(1000)
  .transform((text, context) => {
    const email = normalizedEmail(text);
    if (email !== null) return email;
    context.addIssue({ code: 'custom', message: 'Not an e-mail address' });
    return z.NEVER;
  });

/** A guess at a code. Whatever it is, it counts as a try; only its length is bounded here. */
export const CodeGuess = z.string().max(100).meta({ description: 'Six digits.', example: '042917' });
