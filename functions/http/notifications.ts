import * as activity from '#functions/api/activity/endpoints.ts';
import * as notifications from '#functions/api/notifications/endpoints.ts';
import * as webhooks from '#functions/api/webhooks/endpoints.ts';
import { httpFunction } from '#shared/http/http-function.ts';
import { userNeeds } from '#shared/http/needs.ts';

export const { endpoints, makeDeps, needs, handler } = httpFunction({ ...activity, ...notifications, ...webhooks }, userNeeds);
