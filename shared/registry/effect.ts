import * as z from 'zod';
import { effectSchema } from '#shared/messages/effects.ts';
import { activityTypes } from './activity-types.ts';
import { mailTemplates } from './mails.ts';
import { webhookEventTypes } from './webhook-events.ts';

export const Effect = effectSchema({
  activityType: z.enum(activityTypes),
  webhookEventType: z.enum(webhookEventTypes),
  mailTemplate: z.enum(mailTemplates),
});
