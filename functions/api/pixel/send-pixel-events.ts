import * as z from 'zod';
import { EventType, Properties } from '#shared/conversions/event-fields.ts';
import { pageOf } from '#shared/conversions/rules/landing.ts';
import { redactPersonalData } from '#shared/conversions/rules/personal-data.ts';
import { pixelEvents } from '#shared/event-log/needs.ts';
import type { PixelEvent } from '#shared/event-log/store/pixel-events.ts';
import { defineEndpoint, reply } from '#shared/http/endpoint.ts';
import { ClickId } from './click-id.ts';
import { consumePixel, pixelLimitNeeds, pixelPolicy } from './pixel-limit.ts';

const maxPropertiesBytes = 4096;

const Event = z
  .object({
    event_type: EventType.meta({ description: '`page_viewed`, or your own name for what happened.' }),
    url: z
      .url({ protocol: /^https?$/ })
      .max(8192)
      .nullish()
      .meta({ description: 'Where it happened. Stored without query and fragment.' }),
    properties: Properties.refine(
      (value) => Buffer.byteLength(JSON.stringify(value)) <= maxPropertiesBytes,
      'At most 4,096 bytes as compact JSON',
    )
      .nullish()
      .meta({
        description: 'Properties without personal data. Values that look like personal data are masked.',
      }),
  })
  .meta({ id: 'PixelEvent' });

export const sendPixelEvents = defineEndpoint({
  id: 'sendPixelEvents',
  method: 'POST',
  path: '/api/v1/pixel/events',
  auth: 'pixelKey',
  needs: { ...pixelLimitNeeds, pixelEvents },
  cors: 'any_origin',
  summary: 'Record browser events',
  description:
    'Records events of the browser pixel, such as page views, for the funnel report. Send conversions from your server with `sendConversion`. Delivery is at least once: a browser resends events that may have been lost.\n\n' +
    'Limit: 50 sessions and events a second per key and network (IPv4 /24, IPv6 /56), with a burst of 200; for a network ' +
    'with all its keys together 50 requests a second, with a burst of 5,000. Every event of a request counts towards the ' +
    'first. Above a limit the request is `429` with `Retry-After`, and none of its events is stored.',
  maxBodyBytes: 262_144,
  body: z
    .object({
      key: z.string().meta({ description: 'A public pixel key (pk_…).' }),
      sid: ClickId.meta({ description: 'The click ID in the browser, even if it is not yet known here.' }),
      events: z.array(Event).min(1).max(50).meta({ description: 'The events.' }),
    })
    .meta({ id: 'PixelEventsRequest' }),
  responses: {
    202: z
      .object({ accepted: z.int().meta({ description: 'Number of stored events: all of the request.' }) })
      .meta({ id: 'PixelEventsAccepted' }),
  },
  errors: ['origin_not_allowed', 'too_many_requests'],
  rateLimit: pixelPolicy,
  answers: {
    202: 'The events were accepted.',
  },
  example: {
    body: {
      key: 'pk_live_EXAMPLE',
      sid: 's_4fTq0ZkJ8vW2nRxLmP7aBc',
      events: [{ event_type: 'page_viewed', url: 'https://shop.example/shoes' }],
    },
    responses: { 202: { accepted: 1 } },
  },

  async handle({ body, actor, sourceIp }, deps) {
    const headers = await consumePixel(body.events.length, { actor, sourceIp }, deps);
    const { accountId, environment, pixelKey } = actor;
    const { pixelEvents, now } = deps;
    const at = new Date(now()).toISOString();
    await pixelEvents.add({ accountId, environment, pixelKey, sid: body.sid, at }, body.events.map(stored));
    return reply(202, { accepted: body.events.length }, headers);
  },
});

const stored = ({ event_type, url, properties }: z.output<typeof Event>): PixelEvent => ({
  eventType: event_type,
  ...(url && { url: pageOf(new URL(url)) }),
  ...(properties && { properties: JSON.stringify(redactPersonalData(properties).properties) }),
});
