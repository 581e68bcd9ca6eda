import { effectSchema } from '#shared/messages/effects.ts';
import { activityTypes } from './activity-types.ts';
import { webhookEventTypes } from './webhook-events.ts';

export const Effect = effectSchema({ activityTypes, webhookEventTypes });
