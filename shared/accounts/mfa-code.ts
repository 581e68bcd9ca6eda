import * as z from 'zod';

/** A guess at a code of the second factor. Whatever it is, it counts as a try; only its length is bounded here. */
export const MfaCode = z.string().max(100).meta({
  description: 'Six digits of the authenticator app, or a recovery code.',
  example: '492039',
});
