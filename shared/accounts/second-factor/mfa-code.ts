import * as z from 'zod';

export const MfaCode = z.string().max(100).meta({
  description: 'Six digits of the authenticator app, or a recovery code.',
  example: '492039',
});
