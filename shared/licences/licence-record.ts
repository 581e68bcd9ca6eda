import * as z from 'zod';
import { type Licence, licenceStatuses, tierNames, tiers } from '#shared/licences/rules/licences.ts';
import type { UserId } from '#shared/values/tenant.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const LicenceKey = z
  .string()
  .trim()
  .regex(/^[\x21-\x7e]{1,100}$/)
  .transform((key) => (uuid.test(key) ? key.toLowerCase() : key));

export const TierNumber = z.literal(tiers).meta({ description: '1 silver, 2 gold, 3 platinum.' });
export const LicenceStatusName = z.enum(licenceStatuses);

export const LicenceRecord = z
  .object({
    license_key: z.string(),
    tier: TierNumber.nullable().meta({
      description: 'Tier of the licence; `null` for an add-on or an unknown tier.',
    }),
    tier_name: z.enum(Object.values(tierNames)).nullable().meta({ description: 'Name of the tier, or `null` without one.' }),
    status: LicenceStatusName,
    user_id: z.int().nullable().meta({ description: 'The account that holds the licence, or `null`.' }),
    prev_license_key: z.string().nullable().meta({ description: 'The key that this one replaced.' }),
    next_license_key: z.string().nullable().meta({ description: 'The key that replaced this one.' }),
    parent_license_key: z
      .string()
      .nullable()
      .meta({ description: 'Key that this add-on belongs to, or `null`. An add-on grants nothing.' }),
    created_at: z.iso.datetime().meta({ description: 'When the first event of the licence was received.' }),
  })
  .meta({ id: 'Licence' });

export const licenceRecordOf = (licence: Licence): z.input<typeof LicenceRecord> => ({
  license_key: licence.licenceKey,
  tier: licence.tier,
  tier_name: licence.tier && tierNames[licence.tier],
  status: licence.status,
  user_id: licence.userId,
  prev_license_key: licence.previousKey,
  next_license_key: licence.successorKey,
  parent_license_key: licence.parentKey,
  created_at: licence.createdAt,
});

export const OwnLicence = z
  .object({
    ...LicenceRecord.shape,
    role: z.enum(['holder', 'member']).meta({ description: 'Whether you hold the licence or are in its team.' }),
  })
  .meta({ id: 'OwnLicence' });

export const ownLicenceOf = (licence: Licence, userId: UserId): z.input<typeof OwnLicence> => ({
  ...licenceRecordOf(licence),
  role: licence.userId === userId ? 'holder' : 'member',
});

export const exampleLicence = {
  license_key: '3794577c-dd41-4d2c-a4d8-6e0d5a1c9f10',
  tier: 2,
  tier_name: 'gold',
  status: 'active',
  user_id: 245_813_760_001_024,
  prev_license_key: null,
  next_license_key: null,
  parent_license_key: null,
  created_at: '2026-11-21T09:30:00.000Z',
} as const;
