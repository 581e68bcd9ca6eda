import { type ExportSection, only } from '#shared/store/export-section.ts';
import { keyOf } from './items.ts';

const profileFields = [
  'id',
  'email',
  'emailVerified',
  'phone',
  'fullName',
  'company',
  'companyWebsite',
  'companyShortDesc',
  'role',
  'timezone',
  'paidStatus',
  'onWaitlist',
  'assistantAdsEnabled',
  'createdAt',
];

export const exportSections: readonly ExportSection[] = [
  { name: 'profile', table: 'accounts', pk: (id) => keyOf.user(id).pk, show: only(profileFields) },
  { name: 'managed_client', table: 'accounts', pk: (id) => keyOf.managedClient(id, 0).pk },
];
