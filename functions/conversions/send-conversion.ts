import type { ConversionDeps } from '#shared/deps.ts';
import { attribute } from '#shared/domain/attribution.ts';
import { conversionOf } from '#shared/domain/conversions.ts';
import { epochOf } from '#shared/domain/iso-date.ts';
import { endpointWith, reply } from '#shared/http/endpoint.ts';
import { fail, type Problem } from '#shared/http/errors.ts';
import { ConversionEventBody, ConversionResult } from './event-schema.ts';
import { preview } from './preview.ts';
import { acceptedResult, duplicateResult, mayRead } from './results.ts';
import { understood } from './understood.ts';

const aheadMs = 86_400_000;

const matched = {
  accepted: true,
  matched: true,
  duplicate: false,
  event_id: 'order_created:10017',
  event_type: 'order_created',
  session_id: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
  campaign: 'spring_sale',
  ad_group: 'running_shoes',
  ad_id: 'ad_42',
};
const unmatched = {
  accepted: true,
  matched: false,
  duplicate: false,
  event_id: 'order_created:10018',
  event_type: 'order_created',
  reason: 'unknown_svc_click_id',
} as const;

/** The hot path: one read of the click, one conditional write that is claim, record and result at once. */
export const sendConversion = endpointWith<ConversionDeps>()({
  id: 'sendConversion',
  method: 'POST',
  path: '/api/v1/pixel/server-events',
  auth: 'conversionKey',
  cors: 'none',
  readBody: 'before_auth',
  summary: 'Sends a verified conversion and learns at once which ad earned it',
  description:
    'For your back end only, never a browser or app. Safe to repeat: the same `event_id` counts once, and a retry ' +
    'answers the original result with `duplicate: true`. Retry on 429, 5xx and network faults; fix the request on ' +
    'any other 4xx, none of which uses the `event_id` up.',
  body: ConversionEventBody,
  responses: { 200: ConversionResult, 202: ConversionResult },
  errors: ['public_key_not_accepted', 'click_id_out_of_scope', 'properties_too_large'],
  example: {
    body: {
      event_type: 'order_created',
      svc_click_id: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
      event_id: 'order_created:10017',
      occurred_at: '2026-11-21T09:30:00Z',
      value: 25.99,
      currency: 'USD',
      properties: { order_number: '10017', item_count: 2 },
    },
    responses: { 200: matched, 202: unmatched },
  },

  check({ body }, { now }): Problem[] {
    const sent =
      typeof body === 'object' && body !== null && 'occurred_at' in body ? body.occurred_at : undefined;
    const epoch = typeof sent === 'string' ? epochOf(sent) : null;
    if (epoch === null || epoch <= now() + aheadMs) return [];
    return [
      { type: 'datetime_future', loc: ['body', 'occurred_at'], msg: 'More than 24 hours in the future' },
    ];
  },

  async handle({ body, actor }, deps) {
    const { event, warnings } = await understood(body, actor.accountId, deps);
    const receivedAt = deps.now();
    if (body.validate_only) return reply(200, await preview(event, warnings, actor, receivedAt, deps));

    const session = await deps.sessions.byId(event.clickId);
    const attribution = attribute(session, actor, { occurredAt: event.occurredAt ?? receivedAt, receivedAt });
    if (attribution.outcome === 'out_of_scope') {
      // An event that was accepted before keeps its answer, whatever click the retry names.
      const earlier = await deps.conversions.byEventId(actor.accountId, actor.environment, event.eventId);
      if (earlier && mayRead(actor, earlier)) return reply(200, duplicateResult(event, earlier, warnings));
      throw fail('click_id_out_of_scope');
    }

    const counts =
      attribution.outcome === 'matched' &&
      (await countsIn(deps, attribution.session.pixelKey, event.eventType));
    const conversion = conversionOf(event, actor, attribution, {
      receivedAt,
      counts,
      writtenBy: crypto.randomUUID(),
    });
    const earlier = await deps.conversions.accept(conversion);
    if (!earlier) return reply(conversion.click ? 200 : 202, acceptedResult(conversion, warnings));
    if (!mayRead(actor, earlier)) throw fail('click_id_out_of_scope');
    return reply(200, duplicateResult(event, earlier, warnings));
  },
});

const countsIn = async ({ keys }: Pick<ConversionDeps, 'keys'>, pixelKey: string, eventType: string) =>
  (await keys.conversionTypes(pixelKey)).includes(eventType);
