import * as accounts from '#shared/accounts/activity.ts';
import * as adjustments from '#shared/adjustments/activity.ts';
import * as apiKeys from '#shared/api-keys/activity.ts';
import * as clicks from '#shared/clicks/activity.ts';
import * as destinations from '#shared/destinations/activity.ts';
import * as eventLog from '#shared/event-log/activity.ts';
import * as licences from '#shared/licences/activity.ts';
import type { ActivityType } from '#shared/messages/activity-types.ts';
import * as operators from '#shared/operators/activity.ts';
import * as reclassification from '#shared/reclassification/activity.ts';
import * as reconciliation from '#shared/reconciliation/activity.ts';
import * as spend from '#shared/spend/activity.ts';
import * as webhooks from '#shared/webhooks/activity.ts';

export const activityTypes: readonly ActivityType[] = [
  ...accounts.activityTypes,
  ...adjustments.activityTypes,
  ...apiKeys.activityTypes,
  ...clicks.activityTypes,
  ...destinations.activityTypes,
  ...eventLog.activityTypes,
  ...licences.activityTypes,
  ...operators.activityTypes,
  ...reclassification.activityTypes,
  ...reconciliation.activityTypes,
  ...spend.activityTypes,
  ...webhooks.activityTypes,
].sort();
