import type { User } from './users.ts';

const fields = {
  full_name: 'fullName',
  phone: 'phone',
  company: 'company',
  company_website: 'companyWebsite',
  company_short_desc: 'companyShortDesc',
  role: 'role',
  timezone: 'timezone',
} as const satisfies Record<string, keyof User>;

/** Returns profile fields with a value, which the owner of a recovered account must confirm. */
export const profileToConfirm = (user: User): { field: string; value: string }[] =>
  Object.entries(fields).flatMap(([field, name]) => {
    const value = user[name];
    return value ? [{ field, value }] : [];
  });
