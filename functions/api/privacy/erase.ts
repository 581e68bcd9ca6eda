import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import { queues } from '#shared/aws/needs.ts';
import { ClickId } from '#shared/conversions/event-schema.ts';
import { erasures } from '#shared/event-log/needs.ts';
import { erasureQueue } from '#shared/event-log/queues.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { newId } from '#shared/values/ids.ts';

/** Erasing this number of events takes a second or two. */
const eventsInRequest = 200;
/** Indexes follow an event within seconds, so a second pass finds events that the first pass missed. */
const secondLookSeconds = 120;

export const erase = defineEndpoint({
  id: 'erase',
  method: 'POST',
  path: '/api/v1/pixel/privacy/erase',
  auth: 'user',
  needs: { activityLog, erasures, queues },
  unknownFields: 'refused',
  summary: 'Erase the data of a user or a click',
  description:
    'By user: erases all events sent with that id, their clicks, and the events of those clicks that named no user. By click: erases all its events. Applies to both environments. Events lose properties, user and click ID; clicks lose visitor, landing page and network click IDs. Totals stay, and event ids stay used: a repeated event still returns its original result. Up to 200 events are erased before the response and the rest within minutes (`task_id`). A second pass after two minutes erases events that had just arrived; an event that is processed even later is erased then. Repeatable. Rejected events and browser events cannot be found by user: they are deleted after 14 days and at the end of their retention.',
  body: z
    .object({
      external_user_id: z.string().min(1).max(512).nullish().meta({ description: 'Your id of the user.' }),
      svc_click_id: ClickId.nullish().meta({
        description: 'The click ID, or the raw value of the `svc_sid` cookie.',
      }),
    })
    .refine((body) => Boolean(body.external_user_id) !== Boolean(body.svc_click_id), {
      error: 'Exactly one of external_user_id and svc_click_id',
    })
    .meta({ id: 'EraseRequest' }),
  responses: {
    202: z
      .object({
        task_id: z.string().optional().meta({ description: 'Id of the task that erases the remaining events.' }),
        erased_events: z.int().meta({ description: 'Number of events erased by this request.' }),
        erased_sessions: z.int().meta({ description: 'Number of erased clicks.' }),
      })
      .meta({ id: 'Erasure' }),
  },
  answers: {
    202: 'The data was erased. If there is more, `task_id` names the background task that erases the rest.',
  },
  example: {
    body: { external_user_id: 'customer-4711' },
    responses: { 202: { erased_events: 3, erased_sessions: 1 } },
  },

  async handle({ body, actor }, { erasures, queues, secrets, activityLog, now }) {
    const accountId = actor.accountId;
    const selectors = body.external_user_id
      ? await userSelectors(body.external_user_id)
      : [{ clickIds: await erasures.namesOf(accountId, body.svc_click_id ?? '') }];
    // Earlier versions hashed user IDs with surrounding blanks, so both forms are erased.
    async function userSelectors(sentUserId: string) {
      const ids = [...new Set([sentUserId.trim(), sentUserId])].filter(Boolean);
      const hashes = await Promise.all(ids.map((id) => secrets.userHashes(accountId, id)));
      return hashes.flat().map((userHash) => ({ userHash }));
    }
    const taskId = newId('erase');
    const until = new Date(now() + secondLookSeconds * 1000).toISOString();
    const subject = body.external_user_id ? 'user' : 'click';
    await activityLog.note(await activity('erasure_requested', accountId, { task_id: taskId, subject }));
    // The queued messages complete the erasure even if this process dies.
    for (const selector of selectors)
      await queues.send(erasureQueue, { account_id: accountId, task_id: taskId, selector, until }, { delaySeconds: secondLookSeconds });
    let [events, clicks, isDone] = [0, 0, true];
    for (const selector of selectors) {
      const erased = await erasures.erase(accountId, selector, { maxEvents: eventsInRequest, until });
      events += erased.events;
      clicks += erased.clicks;
      isDone &&= erased.isDone;
    }
    return reply(202, {
      ...(!isDone && { task_id: taskId }),
      erased_events: events,
      erased_sessions: clicks,
    });
  },
});
