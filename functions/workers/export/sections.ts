import { exportSections as deletion } from '#shared/accounts/deletion/export-sections.ts';
import { exportSections as accounts } from '#shared/accounts/export-sections.ts';
import { exportSections as activity } from '#shared/activity/export-sections.ts';
import { exportSections as ads } from '#shared/ads/export-sections.ts';
import { exportSections as apiKeys } from '#shared/api-keys/export-sections.ts';
import { exportSections as assistantAds } from '#shared/assistant-ads/export-sections.ts';
import { exportSections as competitors } from '#shared/competitors/export-sections.ts';
import { exportSections as credits } from '#shared/credits/export-sections.ts';
import { exportSections as destinations } from '#shared/destinations/export-sections.ts';
import { exportSections as keywordPlans } from '#shared/keyword-plans/export-sections.ts';
import { exportSections as licences } from '#shared/licences/export-sections.ts';
import { exportSections as mail } from '#shared/mail/export-sections.ts';
import { exportSections as notifications } from '#shared/notifications/export-sections.ts';
import { exportSections as prompts } from '#shared/prompts/export-sections.ts';
import { exportSections as reclassification } from '#shared/reclassification/export-sections.ts';
import { exportSections as reconciliation } from '#shared/reconciliation/export-sections.ts';
import { exportSections as spend } from '#shared/spend/export-sections.ts';
import type { ExportSection } from '#shared/store/export-section.ts';
import { exportSections as webhooks } from '#shared/webhooks/export-sections.ts';

/** An export that continues after a release skips the sections before its own, so these stay in this order. */
const first = [
  'profile',
  'credits',
  'notification',
  'email_preferences',
  'recovery',
  'email',
  'activity',
  'licence',
  'managed_client',
  'api_key',
  'settings',
  'channel_rules_application',
  'spend_import_live',
  'spend_live',
  'spend_import_test',
  'spend_test',
  'reconciliation_live',
  'reconciliation_test',
  'reconciliation_rules',
  'reconciliation_month_live',
  'reconciliation_month_test',
];
const placeOf = ({ name }: ExportSection) => (first.includes(name) ? first.indexOf(name) : first.length);

export const sections: readonly ExportSection[] = [
  ...accounts,
  ...credits,
  ...notifications,
  ...mail,
  ...deletion,
  ...activity,
  ...licences,
  ...apiKeys,
  ...reclassification,
  ...spend,
  ...reconciliation,
  ...webhooks,
  ...destinations,
  ...competitors,
  ...keywordPlans,
  ...ads,
  ...assistantAds,
  ...prompts,
].sort((a, b) => placeOf(a) - placeOf(b));
