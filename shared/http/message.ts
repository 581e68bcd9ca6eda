import * as z from 'zod';

/** An answer in one sentence for a person. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' });
