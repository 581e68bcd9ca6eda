import * as z from 'zod';
import { ActivityPage, activityQuery, activityRecordOf, activityText, exampleActivity } from '#functions/activity-schema.ts';
import { users } from '#shared/accounts/needs.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { activityCursor } from '#shared/http/activity-cursor.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { audit } from '#shared/operators/needs.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

export const listAccountActivity = defineEndpoint({
  id: 'listAccountActivity',
  method: 'GET',
  path: '/api/v1/dev/activity',
  auth: 'operator',
  needs: { activityLog, audit, users },
  summary: 'List the activity of an account',
  description: `Returns the log that \`listActivity\` returns to its owner, with the ids of operators. Recorded in the audit log. ${activityText}`,
  query: z.object({
    user_id: z.coerce.number().int().min(1),
    ...activityQuery,
    cursor: activityCursor.field,
  }),
  responses: { 200: ActivityPage },
  errors: [serviceErrors.not_found],
  example: {
    query: { user_id: 245_813_760_001_024, limit: 20 },
    responses: { 200: exampleActivity },
  },

  async handle({ query: { user_id: userId, cursor, ...query }, actor: { by } }, deps) {
    if (!(await deps.users.byId(userId))) throw fail(serviceErrors.not_found);
    await deps.audit.record({ actor: by, action: 'read_activity', userId });
    const { entries, next } = await deps.activityLog.page({
      accountId: ownAccountOf(userId),
      ...query,
      before: cursor,
    });
    return ok({ entries: entries.map(activityRecordOf), next_cursor: next && activityCursor.textOf(next) });
  },
});
