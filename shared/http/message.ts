import * as z from 'zod';

/** A response with one sentence for the user. */
export const Message = z.object({ message: z.string() }).meta({ id: 'Message' });
