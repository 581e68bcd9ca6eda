import { codes } from '#shared/accounts/codes/needs.ts';
import { deletionFiles, recoveries } from '#shared/accounts/deletion/needs.ts';
import { users } from '#shared/accounts/needs.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { keys } from '#shared/api-keys/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { objects, queues, supportEmail } from '#shared/aws/needs.ts';
import { clickRules } from '#shared/clicks/needs.ts';
import { accountSettings } from '#shared/conversions/needs.ts';
import { destinations } from '#shared/destinations/needs.ts';
import { exports } from '#shared/event-log/needs.ts';
import { licences, teams } from '#shared/licences/needs.ts';
import { throttle } from '#shared/limits/needs.ts';
import { budgetNeeds } from '#shared/llm/needs.ts';
import { mailer, mailLinks, mailNeeds } from '#shared/mail/needs.ts';
import { reconciliationRules } from '#shared/reconciliation/needs.ts';
import { exchangeRates, spendAliases } from '#shared/spend/needs.ts';
import { userTasks } from '#shared/tasks/needs.ts';
import { takeDirect, webhookDeliveries, webhookEndpoints } from '#shared/webhooks/needs.ts';
import { liteDiscoveriesPerHour, receipts } from './needs.ts';

// A bundle leaves out an unused list with spreads only if the list has a file of its own.
export const effectNeeds = {
  ...budgetNeeds,
  ...mailNeeds,
  accountSettings,
  activityLog,
  clickRules,
  codes,
  deletionFiles,
  destinations,
  exchangeRates,
  exportFiles: objects,
  exports,
  keys,
  licences,
  liteDiscoveriesPerHour,
  mailer,
  mailLinks,
  queues,
  receipts,
  reconciliationRules,
  recoveries,
  spendAliases,
  supportEmail,
  takeDirect,
  tasks: userTasks,
  teams,
  throttle,
  users,
  webhookDeliveries,
  webhookEndpoints,
};
export type EffectDeps = DepsOf<typeof effectNeeds>;
