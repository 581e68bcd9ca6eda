import * as z from 'zod';
import { activity } from '#shared/activity/activity.ts';
import { activityLog } from '#shared/activity/needs.ts';
import type { DepsOf } from '#shared/aws/deps-of.ts';
import { queues } from '#shared/aws/needs.ts';
import { consentIn, SentConsent } from '#shared/consent/consent-schema.ts';
import { hasPurpose, type StoredConsent } from '#shared/consent/rules/consent.ts';
import { ClickId } from '#shared/conversions/event-schema.ts';
import { clicks, conversions, eventIndex, identities } from '#shared/conversions/needs.ts';
import type { Click } from '#shared/conversions/rules/attribution.ts';
import { applyConsent, type ConsentTask, consentMessageOf } from '#shared/event-log/apply-consent.ts';
import { matchKeys } from '#shared/event-log/needs.ts';
import { erasureQueue } from '#shared/event-log/queues.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { newId } from '#shared/values/ids.ts';
import type { AccountId } from '#shared/values/tenant.ts';

const needs = { activityLog, clicks, conversions, eventIndex, identities, matchKeys, queues };
type Deps = DepsOf<typeof needs>;

/** Changing this number of events takes a second or two. */
const eventsInRequest = 200;
/** Indexes follow an event within seconds, so a second pass finds events that the first pass missed. */
const secondLookSeconds = 120;
const environments = ['live', 'test'] as const;

export const changeConsent = defineEndpoint({
  id: 'changeConsent',
  method: 'POST',
  path: '/api/v1/pixel/privacy/consent',
  auth: 'user',
  needs,
  unknownFields: 'refused',
  summary: 'Change the consent of a user or a click',
  description:
    'Records what a person allows ad networks from now on, until the page or an event says something later. By click: the click and its events. By user: the clicks of the user with their events, and the events sent with that id, in both environments. ' +
    'With `ad_user_data: denied`, what is stored of them for ad networks is destroyed. Up to 200 events change before the response and the rest within minutes. Repeatable.',
  body: z
    .object({
      svc_click_id: ClickId.nullish().meta({
        description: "The click ID, the raw value of the `svc_sid` cookie, or an ad network's click ID as `gclid:<value>`.",
      }),
      external_user_id: z.string().min(1).max(512).nullish().meta({ description: 'Your id of the user.' }),
      ...SentConsent.shape,
    })
    .refine((body) => Boolean(body.external_user_id) !== Boolean(body.svc_click_id), {
      error: 'Exactly one of external_user_id and svc_click_id',
    })
    .refine((body) => hasPurpose(consentIn(body) ?? {}), { error: 'At least one of ad_user_data and ad_personalization' })
    .meta({ id: 'ConsentChange' }),
  responses: {
    200: z
      .object({
        dropped: z.int().meta({ description: 'Number of events whose match keys were destroyed by this request.' }),
        sent: z
          .array(z.object({ event_id: z.string(), network: z.string().meta({ description: 'The ad network that has it.' }) }))
          .meta({ description: 'Events that an ad network already has.' }),
      })
      .meta({ id: 'ConsentChanged' }),
  },
  errors: [serviceErrors.not_found],
  answers: { 200: 'The consent was recorded.' },
  example: {
    body: { external_user_id: 'customer-4711', ad_user_data: 'denied', ad_personalization: 'denied' },
    responses: { 200: { dropped: 3, sent: [] } },
  },

  async handle({ body, actor: { accountId } }, deps) {
    const said: StoredConsent = { ...consentIn(body), origin: 'privacy_request', at: new Date(deps.now()).toISOString() };
    const tasks: ConsentTask[] = body.external_user_id
      ? (await userHashesOf(accountId, body.external_user_id, deps)).map((userHash) => ({ accountId, said, userHash, part: 0 }))
      : (await clicksNamed(accountId, body.svc_click_id ?? '', deps)).map(({ environment, sid }) => ({
          accountId,
          said,
          environment,
          sid,
        }));
    const taskId = newId('consent');
    const subject = body.external_user_id ? 'user' : 'click';
    await deps.activityLog.note(await activity('consent_changed', accountId, { task_id: taskId, subject }));
    // The queued messages complete the change even if this process dies.
    for (const task of tasks) await deps.queues.send(erasureQueue, consentMessageOf(task, taskId), { delaySeconds: secondLookSeconds });
    let dropped = 0;
    for (const task of tasks) dropped += (await applyConsent(task, eventsInRequest, deps)).dropped;
    return ok({ dropped, sent: [] });
  },
});

/** Earlier versions hashed user IDs with surrounding blanks, so both forms are changed. */
async function userHashesOf(accountId: AccountId, sentUserId: string, { secrets }: Deps): Promise<string[]> {
  const ids = [...new Set([sentUserId.trim(), sentUserId])].filter(Boolean);
  return (await Promise.all(ids.map((id) => secrets.userHashes(accountId, id)))).flat();
}

/** A network's click ID can name a click of each environment. */
async function clicksNamed(accountId: AccountId, clickId: string, { clicks }: Deps): Promise<Click[]> {
  const named = await Promise.all(environments.map((environment) => clicks.named([clickId], { accountId, environment })));
  const ownClicks = named
    .flatMap((clicksById) => [...clicksById.values()])
    .filter((click) => click.accountId === accountId && !click.erasedAt);
  const distinct = [...new Map(ownClicks.map((click) => [click.sid, click])).values()];
  if (distinct.length === 0) throw fail(serviceErrors.not_found);
  return distinct;
}
