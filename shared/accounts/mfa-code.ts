import * as z from 'zod';

/** Every guess counts as a try, so only its length is limited here. */
export const MfaCode = z.string().max(100).meta({
  description: 'Six digits of the authenticator app, or a recovery code.',
  example: '492039',
});
