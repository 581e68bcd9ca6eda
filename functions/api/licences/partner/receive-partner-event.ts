import * as z from 'zod';
import { users } from '#shared/accounts/needs.ts';
import { normalizedEmail } from '#shared/accounts/rules/email.ts';
import { grantAtActivation } from '#shared/credits/grants/grant-at-activation.ts';
import { credits, monthlyCredits, partnerMonths } from '#shared/credits/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { LicenceKey } from '#shared/licences/licence-record.ts';
import { licences } from '#shared/licences/needs.ts';
import { knownEvents } from '#shared/licences/rules/partner-events.ts';
import { log } from '#shared/log.ts';
import { received } from '#shared/operators/needs.ts';
import { storableText } from '#shared/values/plain-text.ts';
import { ownAccountOf } from '#shared/values/tenant.ts';

/** The partner sends epoch seconds or milliseconds. */
const Time = z
  .number()
  .min(0)
  .max(9e13)
  .transform((time) => Math.floor(time < 1e11 ? time * 1000 : time));

export const receivePartnerEvent = defineEndpoint({
  id: 'receivePartnerEvent',
  method: 'POST',
  path: '/api/v1/webhooks/partner',
  auth: 'partnerSignature',
  needs: { credits, licences, monthlyCredits, partnerMonths, received, users },
  summary: 'Receive a partner event',
  description:
    'Receives an event of the licence partner. Events can arrive twice and in any order with the same result. An upgrade keeps its access, whenever the `deactivate` of the old key arrives. `license_key`, `event` and `created_at` identify an event. Unknown events are recorded; `test: true` changes nothing. With `extra.email`, a licence without a holder is given to the account that has verified this address.',
  body: z
    .object({
      event: z
        .string()
        .regex(/^[\w.:-]{1,100}$/)
        .meta({ description: `${knownEvents.join(', ')}, or another.` }),
      license_key: LicenceKey.nullish().meta({ description: 'Required unless `test` is true.' }),
      prev_license_key: LicenceKey.nullish().meta({
        description: 'The replaced key, of an upgrade or downgrade.',
      }),
      parent_license_key: LicenceKey.nullish().meta({ description: 'Of an add-on.' }),
      tier: z.number().min(-1e9).max(1e9).nullish().meta({ description: '1 to 3. Any other tier is recorded and grants nothing.' }),
      created_at: Time.nullish().meta({
        description: 'Epoch seconds or milliseconds. The same for every retry.',
      }),
      test: z.boolean().nullish().meta({ description: '`true` for a test event, which changes nothing.' }),
      extra: z
        .object({ reason: storableText(1000).nullish(), email: storableText(1000).nullish() })
        .nullish()
        .meta({ description: 'Further fields of the partner.' }),
    })
    .meta({ id: 'PartnerEvent' }),
  check({ body }) {
    const { license_key, test } = (body ?? {}) as Record<string, unknown>;
    if (test === true || (license_key !== undefined && license_key !== null)) return [];
    return [{ type: 'missing', loc: ['body', 'license_key'], msg: 'Field required' }];
  },
  responses: {
    200: z
      .object({
        event: z.string().meta({ description: 'Name of the event.' }),
        success: z.literal(true).meta({ description: 'Always `true`.' }),
        message: z.string().optional(),
      })
      .meta({ id: 'PartnerEventReceipt' }),
  },
  answers: {
    200: 'The event was received.',
  },
  example: {
    body: {
      event: 'upgrade',
      license_key: '3794577c-dd41-4d2c-a4d8-6e0d5a1c9f10',
      prev_license_key: 'b0f1a7e2-54f3-4a52-9c84-1f0c6a3d2e77',
      tier: 2,
      created_at: 1_795_252_500,
      extra: { reason: 'Upgraded by the customer' },
    },
    responses: { 200: { event: 'upgrade', success: true } },
  },

  async handle({ body }, deps) {
    const { licences, users, received } = deps;
    const { event, license_key, tier = null, extra } = body;
    if (body.test || !license_key) return ok({ event, success: true, message: 'A test: nothing was changed.' });
    const address = normalizedEmail(extra?.email ?? '');
    const user = address === null ? null : await users.byEmail(address);
    const partnerEvent = {
      event,
      licenceKey: license_key,
      previousKey: body.prev_license_key ?? null,
      parentKey: body.parent_license_key ?? null,
      tier,
      reason: extra?.reason ?? null,
      // An event without a date counts as the oldest, so the recorded end of a licence has priority over it.
      at: body.created_at ?? 0,
    };
    // Anyone can register an unverified address and would obtain the licence of its owner.
    const holder = user?.isActive && user.emailVerified ? user.id : null;
    const { outcome, userId } = await licences.report(partnerEvent, holder);
    await grantAtActivation(userId && ownAccountOf(userId), deps);
    await received.record({
      source: 'partner',
      eventId: license_key,
      type: event,
      isDuplicate: outcome === 'known',
      outcome: knownEvents.some((name) => name === event) ? outcome : 'unknown_event',
    });
    if (!knownEvents.some((name) => name === event)) log.warn('unknown partner event', { event });
    return ok({ event, success: true, ...(outcome === 'known' && { message: 'This event came before.' }) });
  },
});
