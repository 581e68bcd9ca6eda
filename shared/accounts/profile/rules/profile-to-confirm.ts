import type { User } from '../../rules/users.ts';

const fields = {
  full_name: 'fullName',
  phone: 'phone',
  company: 'company',
  company_website: 'companyWebsite',
  company_short_desc: 'companyShortDesc',
  role: 'role',
  timezone: 'timezone',
} as const satisfies Record<string, keyof User>;

export const profileToConfirm = (user: User): { field: string; value: string }[] =>
  Object.entries(fields).flatMap(([field, name]) => {
    const value = user[name];
    return value ? [{ field, value }] : [];
  });
