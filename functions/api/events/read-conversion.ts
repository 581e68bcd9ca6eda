import * as z from 'zod';
import { AdjustmentRecord } from '#functions/api/adjustment-record.ts';
import { Environment } from '#functions/api/key-schema.ts';
import { pixelFilter, scopeFields } from '#functions/api/read-scope.ts';
import { keys } from '#shared/api-keys/needs.ts';
import { ShownConsent } from '#shared/consent/consent-schema.ts';
import { StoredProperties } from '#shared/conversions/event-fields.ts';
import { clicks, conversions, eventIndex } from '#shared/conversions/needs.ts';
import { pixelOf } from '#shared/conversions/rules/conversions.ts';
import { maxAliasLength } from '#shared/conversions/rules/network-ids.ts';
import { keptMatchKeys } from '#shared/destinations/needs.ts';
import { userDataNames } from '#shared/destinations/rules/match-keys.ts';
import { receiptsOf } from '#shared/event-log/click-facts.ts';
import { conversionsOf } from '#shared/event-log/find-by-id.ts';
import { eventLog } from '#shared/event-log/needs.ts';
import { defineEndpoint, ok } from '#shared/http/endpoint.ts';
import { fail, serviceErrors } from '#shared/values/errors.ts';
import { dayIn } from '#shared/values/zone-calendar.ts';
import { ClickFacts, eventFacts, exampleFacts } from './click-facts-schema.ts';

const Receipt = z
  .object({
    event_id: z.string(),
    event_type: z.string(),
    environment: Environment,
    matched: z.boolean().meta({ description: 'Whether the event is attributed to an ad click.' }),
    session_id: z.string().optional().meta({ description: 'The click ID the event was attributed to.' }),
    campaign: z.string().optional(),
    ad_group: z.string().optional(),
    ad_id: z.string().optional(),
    clicked_at: z.iso.datetime().optional().meta({ description: 'When the ad was clicked.' }),
    ...eventFacts,
    click: ClickFacts.optional().meta({
      description:
        'What is stored of the click, also if it has no campaign and so earned nothing (`no_ad_click`). Absent without a click, or if the click is erased or expired.',
    }),
    reason: z.string().optional().meta({ description: 'Why it was not matched when it was accepted.' }),
    matched_by: z.literal('external_user_id').optional().meta({
      description: 'The click was found by the user of the event instead of a click ID. Absent otherwise.',
    }),
    late: z.literal(true).optional().meta({ description: 'Whether a click earned the event after it was accepted.' }),
    matched_at: z.iso.datetime().optional().meta({ description: 'When the match was found.' }),
    counted: z.boolean().meta({ description: 'Whether it is in the conversion totals.' }),
    svc_click_id: z.string().optional().meta({ description: 'The click ID as it was sent.' }),
    pixel_key: z.string().optional().meta({ description: 'The public key of the click, or of the key that sent the event.' }),
    occurred_at: z.iso.datetime(),
    received_at: z.iso.datetime(),
    booked_on: z.iso.date().meta({
      description: 'The day that reports show it on (by `occurred_at`, in `time_zone`).',
    }),
    value: z.string().meta({ description: 'Exact decimal.' }),
    currency: z.string(),
    net_value: z.string().optional().meta({
      description: 'What adjustments leave of `value`, as an exact decimal. Absent without an adjustment.',
    }),
    adjustments: z.array(AdjustmentRecord).optional().meta({
      description: 'The newest comes first, and decides `net_value`. Absent without an adjustment.',
    }),
    properties: StoredProperties.nullable().meta({
      description: 'Properties of the event, without personal data.',
    }),
    consent: ShownConsent.optional().meta({ description: 'What the event itself said. Absent if it said nothing.' }),
    effective_consent: ShownConsent.optional().meta({
      description: 'What counts: the latest of what the event, its click and later requests said. Absent if both purposes are unknown.',
    }),
    has_external_user: z.boolean().meta({ description: 'Whether the event named an `external_user_id`. Only a hash of it is stored.' }),
    key_id: z.string().meta({ description: 'Id of the key that was used.' }),
    conflict: z
      .object({
        at: z.iso.datetime(),
        fields: z.array(z.string()).meta({ description: 'Fields that differ from this event.' }),
        sent: z
          .object({
            event_type: z.string(),
            value: z.string(),
            currency: z.string(),
            svc_click_id: z.string().optional().meta({ description: 'The click ID that the repeat named.' }),
          })
          .meta({ description: 'Values of the repeat.' }),
        stored_as: z.string().optional().meta({ description: 'The event ID that a batch stored the repeat under. Absent if it was lost.' }),
        key_id: z.string().meta({ description: 'Id of the key that was used.' }),
        request_id: z.string().optional(),
      })
      .optional()
      .meta({ description: 'The first repeat of this event ID with different values.' }),
    erased: z.literal(true).optional().meta({ description: 'Whether its personal data was erased on request.' }),
    user_data: z.array(z.enum(userDataNames)).optional().meta({
      description: 'Names of what is kept for networks to find the person by, for nine days. Absent if nothing is kept.',
    }),
    request_id: z.string().optional(),
    log_id: z.string().optional().meta({ description: 'Its entry in the event log, while the entry is kept.' }),
  })
  .meta({ id: 'ConversionReceipt' });

export const readConversion = defineEndpoint({
  id: 'readConversion',
  method: 'GET',
  path: '/api/v1/pixel/events/{event_id}',
  auth: 'view',
  needs: { clicks, conversions, eventIndex, eventLog, keptMatchKeys, keys },
  summary: 'Retrieve the receipt of an event',
  description:
    'Returns the stored event, whether it is matched, and whether it counted. Takes any ID: the event ID, the ID of its entry in the event log, or the ID of its click (`svc_click_id`, or an ad ' +
    'network’s such as `gclid`), which returns the newest event of that click.',
  params: z.object({
    event_id: z.string().min(1).max(maxAliasLength).meta({ description: 'The event ID, or another ID that leads to it.' }),
  }),
  query: z.object(scopeFields),
  responses: { 200: Receipt },
  errors: [serviceErrors.not_found],
  example: {
    params: { event_id: 'order_created:10017' },
    responses: {
      200: {
        event_id: 'order_created:10017',
        event_type: 'order_created',
        environment: 'live',
        matched: true,
        session_id: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
        campaign: 'spring_sale',
        ad_group: 'running_shoes',
        ad_id: 'ad_42',
        clicked_at: '2026-11-20T18:12:00.000Z',
        channel: 'paid_search',
        paid: true,
        traffic: 'human',
        click: exampleFacts,
        counted: true,
        svc_click_id: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
        occurred_at: '2026-11-21T09:30:00.000Z',
        received_at: '2026-11-21T09:30:02.120Z',
        booked_on: '2026-11-21',
        value: '25.99',
        currency: 'USD',
        properties: { order_number: '10017', item_count: 2 },
        effective_consent: { ad_user_data: 'granted', ad_personalization: 'denied' },
        has_external_user: false,
        key_id: 'key_7Rk2VbXq9LmT4cWz0NpYsA',
        request_id: '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
        log_id: 'live.1795253402120.a_4fTq0ZkJ8vW2nRxLmP7aBc',
      },
    },
  },

  async handle({ params, query, actor }, deps) {
    const { environment, time_zone } = query;
    const isOfPixel = await pixelFilter(actor.accountId, query, deps.keys);
    const events = await conversionsOf(params.event_id, { accountId: actor.accountId, environment }, deps);
    const conversion = events.find((event) => isOfPixel({ pixelKey: pixelOf(event) }));
    if (!conversion) throw fail(serviceErrors.not_found);
    const [receipt] = await receiptsOf([conversion], deps.clicks);
    if (!receipt) throw fail(serviceErrors.not_found);
    const userData = await deps.keptMatchKeys.namesOf(conversion);
    const logId = deps.eventLog.logIdOfAccepted(conversion);
    return ok({
      ...receipt,
      booked_on: dayIn(time_zone, Date.parse(conversion.occurredAt)),
      ...(userData.length > 0 && { user_data: userData }),
      ...(logId && { log_id: logId }),
    });
  },
});
