import * as z from 'zod';
import { adStatuses } from '#shared/domain/ads.ts';

const Country = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^(?:[A-Z]{2}|ALL)$/, 'Neither a country code of two letters nor ALL')
  // The country that people call otherwise than the standard does.
  .transform((code) => (code === 'UK' ? 'GB' : code))
  .default('ALL')
  .meta({
    description: 'Ads that were shown in this country: two letters of ISO 3166, in either case, or `ALL`.',
  });

const Flag = z
  .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
  .default(false)
  .meta({ type: 'boolean' });

/** Which ads. */
export const adsQuery = {
  country: Country,
  active_status: z
    .enum(adStatuses)
    .default('all')
    .meta({ description: '`active` are shown now, `inactive` are over.' }),
};

export const refreshQuery = {
  force_refresh: Flag.meta({
    description:
      'Reads the ads anew, whatever is kept of them. The ad library is asked sparingly: how often an hour you may do so, the `RateLimit` headers tell.',
  }),
};

export const howMany = (most: number, usual: number) =>
  z.coerce.number().int().min(1).max(most).default(usual);
