import * as z from 'zod';
import { ActivityPage, activityQuery, activityRecordOf, activityText, exampleActivity } from '#functions/activity-schema.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { activityCursor } from '#shared/http/activity-cursor.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';

export const listActivity = defineEndpoint({
  id: 'listActivity',
  method: 'GET',
  path: '/api/v1/account/activity',
  auth: 'user',
  needs: { activityLog },
  summary: 'List the activity of your account',
  description:
    'Returns what you, your keys and our support did to your account, newest first: sign-ins and failed ones, recovery, password, second factor, e-mail, keys, webhook endpoints, exports, erasures, team members and deletion. ' +
    `Entries appear within seconds. ${activityText}`,
  query: z.object({ ...activityQuery, cursor: activityCursor.field }),
  responses: { 200: ActivityPage },
  example: { query: { limit: 20 }, responses: { 200: exampleActivity } },

  async handle({ query: { cursor, ...query }, actor: { accountId } }, { activityLog }) {
    const { entries, next } = await activityLog.page({ accountId, ...query, before: cursor });
    return ok({
      entries: entries.map((entry) => {
        const record = activityRecordOf(entry);
        // Only the audit log contains the operator's identity.
        return record.actor.kind === 'operator' ? { ...record, actor: { kind: 'operator' as const, id: null } } : record;
      }),
      next_cursor: next && activityCursor.textOf(next),
    });
  },
});
