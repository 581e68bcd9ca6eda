import * as z from 'zod';
import { adStatuses } from '#shared/ads/rules/ads.ts';
import { countryCodes } from '#shared/ads/rules/country-codes.ts';

const Country = z
  .string()
  .trim()
  .toUpperCase()
  // The United Kingdom is commonly written UK, but its code in ISO 3166-1 is GB.
  .transform((code) => (code === 'UK' ? 'GB' : code))
  .refine((code) => code === 'ALL' || countryCodes.has(code), {
    message: 'Neither a country code of ISO 3166-1 nor ALL',
    params: { type: 'enum' },
  })
  .default('ALL')
  .meta({
    description: 'Return only ads shown in this country: a two-letter ISO 3166-1 code in upper or lower case, or `ALL`.',
  });

const Flag = z
  .stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] })
  .default(false)
  .meta({ type: 'boolean' });

export const readingCosts =
  'Cached ads are free. Uncached ads are fetched from the ad library, which charges per call: 120 of your requests an hour can do so (configurable; see the `RateLimit` headers). Above the limit you get the last cached ads, or `429` if there are none.';

export const adsQuery = {
  country: Country,
  active_status: z.enum(adStatuses).default('all').meta({ description: '`active` ads are running, `inactive` ads have ended.' }),
};

export const refreshQuery = {
  force_refresh: Flag.meta({
    description:
      'Bypasses the cache and fetches the ads from the ad library. The `RateLimit` headers show how often an hour you can do so.',
  }),
};

export const howMany = (max: number, usual: number) => z.coerce.number().int().min(1).max(max).default(usual);
