import * as z from 'zod';

export const CodeSent = z.object({ message: z.string(), expires_in: z.int().meta({ description: 'Seconds.' }) }).meta({ id: 'CodeSent' });
