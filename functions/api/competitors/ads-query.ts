import * as z from 'zod';
import { adStatuses } from '#shared/ads/rules/ads.ts';
import { countryCodes } from '#shared/ads/rules/country-codes.ts';

const Country = z
  .string()
  .trim()
  .toUpperCase()
  // The country that people call otherwise than the standard does.
  .transform((code) => (code === 'UK' ? 'GB' : code))
  .refine((code) => code === 'ALL' || countryCodes.has(code), {
    message: 'Neither a country code of ISO 3166-1 nor ALL',
    params: { type: 'enum' },
  })
  .default('ALL')
  .meta({
    description:
      'Ads that were shown in this country: its two letters of ISO 3166-1, in either case, or `ALL`.',
  });

const Flag = z
  .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
  .default(false)
  .meta({ type: 'boolean' });

/** What reading ads costs, told where ads are read. */
export const readingCosts =
  'From the cache it costs nothing. What is not in it is read from the ad library, which is paid for by the call: 120 of your requests an hour may have that done (the operator can set another number; the `RateLimit` headers tell). Past that you are answered what was read before, and `429` where nothing was.';

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
