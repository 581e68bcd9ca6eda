import * as z from 'zod';

/**
 * Something to be done outside the store once a write holds. It travels inside the written item (attribute `effects`)
 * and is delivered from the table's stream, so nothing is sent that was not committed and nothing committed stays unsent.
 */
export const Effect = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('mail'),
    /** Names this effect for ever: the receipt under it makes a repeated delivery do nothing. */
    id: z.string().min(1).max(200),
    to_user: z.int(),
    template: z.enum(['secret_key_issued', 'secret_key_revoked', 'secret_key_rotated', 'secret_key_exposed']),
    data: z.record(z.string(), z.string()),
  }),
]);
export type Effect = z.output<typeof Effect>;
