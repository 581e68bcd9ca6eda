import { type Conversion, pixelOf } from '#shared/conversions/rules/conversions.ts';
import { shownIn } from '#shared/conversions/rules/shown-fields.ts';
import type { WebhookData } from '#shared/messages/webhook-event-types.ts';
import { money } from '#shared/values/decimal.ts';
import type { WebhookEvent } from './event.ts';

/** The event's data has no click ID, user or properties, so an erasure need not change it. */
function conversionData(conversion: Conversion): WebhookData<'conversion.attributed'> {
  const { click, matchedBy } = conversion;
  const pixelKey = pixelOf(conversion);
  return {
    ...shownIn('inWebhook', conversion),
    received_at: conversion.receivedAt,
    ...(click && {
      campaign: click.campaign,
      ad_group: click.adGroup,
      ad_id: click.adId,
      clicked_at: click.clickedAt,
    }),
    ...(pixelKey && { pixel_key: pixelKey }),
    ...(matchedBy && { matched_by: matchedBy }),
    counted: conversion.counts,
  };
}

export function conversionEvents(before: Conversion | null, after: Conversion, isInLog = false): WebhookEvent[] {
  if (after.erasedAt) return [];
  const { accountId, environment, eventId, conflict } = after;
  const of = { accountId, environment };
  const events: WebhookEvent[] = [];
  const source = (type: string) => `${type}#${environment}#${eventId}`;
  if (after.click && after.matchedAt && !before?.matchedAt)
    events.push({
      ...of,
      type: 'conversion.matched_late',
      source: source('conversion.matched_late'),
      at: after.matchedAt,
      data: {
        ...conversionData(after),
        matched_at: after.matchedAt,
        ...(after.reason && { reason: after.reason }),
      } satisfies WebhookData<'conversion.matched_late'>,
    });
  else if (after.click && !before)
    events.push({
      ...of,
      type: 'conversion.attributed',
      source: source('conversion.attributed'),
      at: after.receivedAt,
      isInLog,
      // Most accounts have no endpoint that asks for it.
      get data() {
        return conversionData(after);
      },
    });
  if (conflict && !before?.conflict) {
    const { eventType, value, currency } = conflict.sent;
    events.push({
      ...of,
      type: 'conversion.conflict',
      source: source('conversion.conflict'),
      at: conflict.at,
      data: {
        event_id: eventId,
        fields: conflict.fields,
        accepted: { event_type: after.eventType, value: money(after.value), currency: after.currency },
        sent: { event_type: eventType, value: money(value), currency },
        ...(conflict.storedAs && { stored_as: conflict.storedAs }),
        key_id: conflict.keyId,
      } satisfies WebhookData<'conversion.conflict'>,
    });
  }
  return events;
}
