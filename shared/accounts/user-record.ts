import * as z from 'zod';
import { hasMailbox } from '#shared/accounts/rules/phone-accounts.ts';
import { paidStatuses, type User } from '#shared/accounts/rules/users.ts';

export const UserRecord = z
  .object({
    id: z.int().min(1),
    email: z.string(),
    email_verified: z.boolean().meta({
      description:
        'Whether the owner has proved that the address is theirs. Always `false` for the generated address of an account created with a phone.',
    }),
    phone: z.string().nullable().meta({ description: 'In E.164 form, for an account created with a phone.' }),
    full_name: z.string().nullable(),
    company: z.string().nullable(),
    company_website: z.string().nullable(),
    company_short_desc: z.string().nullable(),
    role: z.string().nullable(),
    timezone: z.string().nullable().meta({ description: 'An IANA name.' }),
    is_active: z.boolean(),
    paid_status: z.enum(paidStatuses).meta({ description: 'Paid status of the account.' }),
    on_waitlist: z.boolean().meta({ description: 'Whether the account is on the waitlist.' }),
    assistant_ads_enabled: z.boolean().meta({ description: 'Whether the daily reports of assistant ads are enabled.' }),
    mfa_enabled: z.boolean().meta({ description: 'Whether sign-ins need a code of an authenticator app.' }),
    has_password: z.boolean().meta({
      description: 'Whether a password signs in. An account without one gets it with `forgotPassword`.',
    }),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'User' });

export const userRecordOf = (user: User): z.input<typeof UserRecord> => ({
  id: user.id,
  email: user.email,
  email_verified: user.emailVerified && hasMailbox(user),
  phone: user.phone,
  full_name: user.fullName,
  company: user.company,
  company_website: user.companyWebsite,
  company_short_desc: user.companyShortDesc,
  role: user.role,
  timezone: user.timezone,
  is_active: user.isActive,
  paid_status: user.paidStatus,
  on_waitlist: user.onWaitlist,
  assistant_ads_enabled: user.assistantAdsEnabled,
  mfa_enabled: !!user.mfa,
  has_password: user.passwordHash !== null,
  created_at: user.createdAt,
});

export const exampleUser = {
  id: 245_813_760_001_024,
  email: 'ada@northwind.example',
  email_verified: true,
  phone: null,
  full_name: 'Ada Example',
  company: 'Northwind Shoes',
  company_website: 'https://northwind.example/',
  company_short_desc: 'Running shoes, made to measure.',
  role: 'Marketing',
  timezone: 'Europe/Lisbon',
  is_active: true,
  paid_status: 'none',
  on_waitlist: false,
  assistant_ads_enabled: false,
  mfa_enabled: false,
  has_password: true,
  created_at: '2026-11-21T09:30:00.000Z',
} as const;
