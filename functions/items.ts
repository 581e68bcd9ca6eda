import { items as codes } from '#shared/accounts/codes/items.ts';
import { items as deletion } from '#shared/accounts/deletion/items.ts';
import { items as accounts } from '#shared/accounts/items.ts';
import { items as profile } from '#shared/accounts/profile/items.ts';
import { items as registration } from '#shared/accounts/registration/items.ts';
import { items as signIn } from '#shared/accounts/sign-in/items.ts';
import { items as activity } from '#shared/activity/items.ts';
import { items as adjustments } from '#shared/adjustments/items.ts';
import { items as ads } from '#shared/ads/items.ts';
import { items as apiKeys } from '#shared/api-keys/items.ts';
import { items as assistantAds } from '#shared/assistant-ads/items.ts';
import { items as backup } from '#shared/backup/items.ts';
import { items as billing } from '#shared/billing/items.ts';
import { items as canary } from '#shared/canary/items.ts';
import { items as cells } from '#shared/cells/items.ts';
import { items as clicks } from '#shared/clicks/items.ts';
import { items as competitors } from '#shared/competitors/items.ts';
import { items as conversions } from '#shared/conversions/items.ts';
import { items as credits } from '#shared/credits/items.ts';
import { items as destinations } from '#shared/destinations/items.ts';
import { items as eventLog } from '#shared/event-log/items.ts';
import { items as keywordPlans } from '#shared/keyword-plans/items.ts';
import { items as licences } from '#shared/licences/items.ts';
import { items as limits } from '#shared/limits/items.ts';
import { items as llm } from '#shared/llm/items.ts';
import { items as mail } from '#shared/mail/items.ts';
import { items as notifications } from '#shared/notifications/items.ts';
import { items as operators } from '#shared/operators/items.ts';
import { items as outbox } from '#shared/outbox/items.ts';
import { items as prompts } from '#shared/prompts/items.ts';
import { items as reclassification } from '#shared/reclassification/items.ts';
import { items as reconciliation } from '#shared/reconciliation/items.ts';
import { items as reports } from '#shared/reports/items.ts';
import { items as search } from '#shared/search/items.ts';
import { items as spend } from '#shared/spend/items.ts';
import { items as store } from '#shared/store/items.ts';
import { items as tasks } from '#shared/tasks/items.ts';
import { items as traffic } from '#shared/traffic/items.ts';
import { items as vendors } from '#shared/vendors/items.ts';
import { items as webhooks } from '#shared/webhooks/items.ts';

/** Only a worker that walks every kind imports this list. A store imports the `items.ts` of its own folder. */
export const items = {
  ...codes,
  ...deletion,
  ...accounts,
  ...profile,
  ...registration,
  ...signIn,
  ...activity,
  ...adjustments,
  ...ads,
  ...apiKeys,
  ...assistantAds,
  ...backup,
  ...billing,
  ...canary,
  ...cells,
  ...clicks,
  ...competitors,
  ...conversions,
  ...credits,
  ...destinations,
  ...eventLog,
  ...keywordPlans,
  ...licences,
  ...limits,
  ...llm,
  ...mail,
  ...notifications,
  ...operators,
  ...outbox,
  ...prompts,
  ...reclassification,
  ...reconciliation,
  ...reports,
  ...search,
  ...spend,
  ...store,
  ...tasks,
  ...traffic,
  ...vendors,
  ...webhooks,
};
