import * as z from 'zod';

export const Network = z
  .string()
  .regex(/^[a-z][a-z0-9_]{0,39}$/, 'Lower-case letters, digits and _ expected, such as google_ads')
  .meta({
    description: '`google_ads`, `meta`, `microsoft_ads`, `tiktok`, `linkedin`, `reddit`, `pinterest`, `assistant`, or a word of your own.',
  });
